package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// CustomerQR is what a customer's QR says of her.
type CustomerQR struct {
	CustomerID string
	BusinessID string
	Signature  string
}

// CustomerQR returns what the QR of a public id says, or
// loyalty.ErrCustomerNotFound: also while the business is suspended, so that an id
// then tells as little as one that there is not.
func (s *Service) CustomerQR(ctx context.Context, customerID string) (CustomerQR, error) {
	business, err := s.openBusinessOf(ctx, customerID)
	if err != nil {
		return CustomerQR{}, err
	}
	key, err := s.qrKey(ctx, business.ID)
	if err != nil {
		return CustomerQR{}, err
	}
	return signedQR(key, business.ID, customerID)
}

func signedQR(key loyalty.QRKey, businessID, customerID string) (CustomerQR, error) {
	signature, err := key.Sign(businessID, customerID)
	return CustomerQR{CustomerID: customerID, BusinessID: businessID, Signature: signature}, err
}

// qrKey returns the key of a business, which is made when it is first needed and
// stays: this program reads it once.
func (s *Service) qrKey(ctx context.Context, businessID string) (loyalty.QRKey, error) {
	if known, ok := s.qrKeys.Load(businessID); ok {
		return known.(loyalty.QRKey), nil
	}
	var secret string
	err := s.store.ViewBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		secret, err = tx.QRKey()
		return err
	})
	if err == nil && secret == "" {
		secret, err = s.makeQRKey(ctx, businessID)
	}
	if err != nil {
		return loyalty.QRKey{}, err
	}
	key, err := loyalty.ReadQRKey(secret)
	if err == nil {
		s.qrKeys.Store(businessID, key)
	}
	return key, err
}

// makeQRKey returns the key of a business that had none a moment ago.
func (s *Service) makeQRKey(ctx context.Context, businessID string) (string, error) {
	fresh, err := loyalty.NewQRKey()
	if err != nil {
		return "", err
	}
	secret, err := fresh.Secret()
	if err != nil {
		return "", err
	}
	var kept string
	err = s.store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		if err = tx.KeepQRKey(secret); err != nil {
			return err
		}
		kept, err = tx.QRKey()
		return err
	})
	return kept, err
}
