package service

import (
	"errors"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

func (v *Visits) lockCustomerOfVisit(tx *store.Tx, actor usecase.Actor, request VisitRequest, typedPhone loyalty.TypedPhone) (loyalty.Customer, error) {
	customerID := request.CustomerID
	if customerID == "" && request.handover != nil {
		customerID = request.handover.CustomerID // the phone may be another customer's since
	}
	if customerID == "" {
		find := customerByPhone
		if request.handover != nil { // the owner has seen the name
			find = holderOfPhone
		}
		customer, err := find(tx, actor, typedPhone)
		if err != nil {
			return customer, err
		}
		customerID = customer.ID
	}
	if request.Scanned {
		return customerOfQR(tx, tx.Customers().Lock, customerID, request.Times.ScanTime(v.base.Now()))
	}
	return tx.Customers().Lock(customerID)
}

func customerOfQR(tx *store.Tx, find func(id string) (loyalty.Customer, error), qrID string, at time.Time) (loyalty.Customer, error) {
	customer, refusal := find(qrID)
	known := refusal == nil
	if known && customer.QR() == qrID || !known && !errors.Is(refusal, loyalty.ErrCustomerNotFound) {
		return customer, refusal
	}
	qr, found, err := tx.Customers().EndedQR(qrID)
	switch {
	case err != nil:
		return customer, err
	case !found:
		return customer, refusal
	case !qr.CountsScanAt(at):
		return customer, loyalty.ErrQRRevoked
	}
	return find(qr.CustomerID)
}
