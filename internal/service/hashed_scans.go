package service

import (
	"context"
	"slices"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// hashedScans finds the ids that a device stored as hashes (decision 0061).
type hashedScans struct {
	base    *usecase.Base
	qrCodes *usecase.QRCodes
}

// resolve replaces the customer's id by the hashed one. For an unknown hash it keeps the customer's id: the visit counts
// for a customer of the snapshot, and the beginning of an id is an unknown customer.
func (s hashedScans) resolve(ctx context.Context, businessID string, request VisitRequest) (VisitRequest, error) {
	if request.CustomerID == "" || request.IDHash == "" && request.QRHash == "" {
		return request, nil
	}
	var err error
	if request.isHashed, err = s.matcher(ctx, businessID, request); err != nil {
		return request, err
	}
	var ids []string
	err = s.base.Store.ViewBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		find := tx.Snapshot().QRs
		if len(request.CustomerID) == usecase.HashIDPrefixLength {
			find = tx.Snapshot().IDsWithPrefix
		}
		ids, err = find(request.CustomerID)
		return err
	})
	at := slices.IndexFunc(ids, request.isHashed)
	request.Scanned = at >= 0 && (request.Scanned || request.IDHash == "")
	if at >= 0 {
		request.CustomerID = ids[at]
	}
	return request, err
}

// matcher reports of an id whether the request has its hash.
func (s hashedScans) matcher(ctx context.Context, businessID string, request VisitRequest) (func(id string) bool, error) {
	if request.IDHash != "" {
		return func(id string) bool { return usecase.HashID(id) == request.IDHash }, nil
	}
	key, err := s.qrCodes.Key(ctx, businessID)
	if err != nil {
		return nil, err
	}
	hasher, err := key.Hasher()
	return func(id string) bool { return hasher.Hash(id) == request.QRHash }, err
}
