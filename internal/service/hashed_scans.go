package service

import (
	"context"
	"slices"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// hashedScans finds the QRs of scans stored as hashes (decision 0061).
type hashedScans struct {
	base    *usecase.Base
	qrCodes *usecase.QRCodes
}

// resolve replaces the customer's id by that of the hashed QR. For an unknown hash it keeps the customer's id, so that the
// visit is not lost.
func (s hashedScans) resolve(ctx context.Context, businessID string, request VisitRequest) (VisitRequest, error) {
	if request.QRHash == "" || request.CustomerID == "" {
		return request, nil
	}
	key, err := s.qrCodes.Key(ctx, businessID)
	if err != nil {
		return request, err
	}
	hasher, err := key.Hasher()
	if err != nil {
		return request, err
	}
	request.hasher = &hasher
	var qrIDs []string
	err = s.base.Store.ViewBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		qrIDs, err = tx.Snapshot().QRs(request.CustomerID)
		return err
	})
	at := slices.IndexFunc(qrIDs, func(id string) bool { return hasher.Hash(id) == request.QRHash })
	if request.Scanned = at >= 0; request.Scanned {
		request.CustomerID = qrIDs[at]
	}
	return request, err
}
