package usecase

import (
	"context"
	"sync"

	"axioma/internal/store"
)

// QRCodes signs QRs with the key of their business.
type QRCodes struct {
	base *Base
	keys sync.Map
}

// NewQRCodes serves all businesses.
func NewQRCodes(base *Base) *QRCodes { return &QRCodes{base: base} }

// CustomerQR is the content of a QR.
type CustomerQR struct {
	ID         string // the id in the customer's QR
	BusinessID string
	Signature  string
}

// Content returns a QR's content, or loyalty.ErrCustomerNotFound, also for a suspended business.
func (q *QRCodes) Content(ctx context.Context, qrID string) (CustomerQR, error) {
	business, err := q.base.ActiveBusinessOfQR(ctx, qrID)
	if err != nil {
		return CustomerQR{}, err
	}
	key, err := q.Key(ctx, business.ID)
	if err != nil {
		return CustomerQR{}, err
	}
	return SignQR(key, business.ID, qrID)
}

// SignQR signs with the business's key.
func SignQR(key QRKey, businessID, qrID string) (CustomerQR, error) {
	signature, err := key.Sign(businessID, qrID)
	return CustomerQR{ID: qrID, BusinessID: businessID, Signature: signature}, err
}

// Key returns the key of a business. It is created on first use, never changes, and is cached.
func (q *QRCodes) Key(ctx context.Context, businessID string) (QRKey, error) {
	if cachedKey, ok := q.keys.Load(businessID); ok {
		return cachedKey.(QRKey), nil
	}
	var secret string
	err := q.base.Store.ViewBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		secret, err = tx.Business().QRKey()
		return err
	})
	if err == nil && secret == "" {
		secret, err = q.createKey(ctx, businessID)
	}
	if err != nil {
		return QRKey{}, err
	}
	key, err := ParseQRKey(secret)
	if err == nil {
		q.keys.Store(businessID, key)
	}
	return key, err
}

// createKey returns the key of another server that was first.
func (q *QRCodes) createKey(ctx context.Context, businessID string) (string, error) {
	fresh, err := NewQRKey()
	if err != nil {
		return "", err
	}
	secret, err := fresh.Secret()
	if err != nil {
		return "", err
	}
	var encodedKey string
	err = q.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		if err = tx.Business().SetQRKeyIfAbsent(secret); err != nil {
			return err
		}
		encodedKey, err = tx.Business().QRKey()
		return err
	})
	return encodedKey, err
}
