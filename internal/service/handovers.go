package service

import (
	"context"
	"errors"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Handovers manages visits for the owner to decide: from revoked devices, and late ones from unnamed devices.
type Handovers struct {
	base    *usecase.Base
	devices *access.Devices
	visits  *Visits
}

// HandoverVisit is a visit as a revoked device hands it over.
type HandoverVisit struct {
	VisitRequest

	Name      string
	ScannedBy string // user's e-mail
}

// Receive stores a revoked device's unsent visits, and returns the keys that the device may forget. Errors:
// loyalty.ErrHandoverClosed if the device is active or was revoked too long ago, loyalty.ErrTooManyHandoverVisits.
func (h *Handovers) Receive(ctx context.Context, token string, visits []HandoverVisit) ([]usecase.IdempotencyKey, error) {
	device, known, err := h.devices.Get(ctx, token)
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, loyalty.ErrHandoverClosed
	}
	if len(visits) == 0 {
		return []usecase.IdempotencyKey{}, device.MayHandOver(h.base.Now())
	}
	for i, visit := range visits {
		if visits[i], err = visit.normalize(); err != nil {
			return nil, err
		}
		if visits[i].VisitRequest, err = h.visits.scans.resolve(ctx, device.BusinessID, visits[i].VisitRequest); err != nil {
			return nil, err
		}
	}
	keys := []usecase.IdempotencyKey{}
	err = h.base.Store.InBusiness(ctx, device.BusinessID, func(tx *store.Tx) error {
		keys = []usecase.IdempotencyKey{}
		lockedDevice, err := tx.Devices().Lock(device.ID)
		if err != nil {
			return err
		}
		if err := lockedDevice.MayHandOver(h.base.Now()); err != nil {
			return err
		}
		for _, visit := range visits {
			if err := h.insertUnlessRegistered(tx, device, visit); err != nil {
				return err
			}
			keys = append(keys, visit.Key)
		}
		count, err := tx.HandoverVisits().Count(device.ID)
		if err != nil {
			return err
		}
		if count > loyalty.MaxHandoverVisits {
			return loyalty.ErrTooManyHandoverVisits
		}
		return h.base.Record(tx, "", loyalty.ActionDeviceHandedOver, device.ID, fmt.Sprint(len(visits)))
	})
	return keys, err
}

func (h HandoverVisit) normalize() (HandoverVisit, error) {
	if h.Key == "" {
		return h, loyalty.InvalidField("key", "Falta este dato.")
	}
	if h.CustomerID == "" && h.Phone == "" {
		return h, loyalty.InvalidField("customerId", "Falta de quién es la visita.")
	}
	var err error
	h.VisitRequest, err = h.VisitRequest.normalize()
	return h, err
}

func (h *Handovers) insertUnlessRegistered(tx *store.Tx, device loyalty.Device, visit HandoverVisit) error {
	registered, err := usecase.HasSucceeded(tx, visit.Key)
	if err != nil || registered {
		return err
	}
	now := h.base.Now()
	handover := loyalty.HandoverVisit{
		DeviceID: device.ID, Key: string(visit.Key), CustomerID: visit.CustomerID, Phone: visit.Phone, Name: visit.Name,
		Notes: visit.Notes, Authorized: visit.Authorized,
		At: visit.Times.ScanTime(now), ReceivedAt: now, ClockSkew: visit.Times.ClockSkew(now),
	}
	if handover.ID, err = h.base.IDs.Next(now); err != nil {
		return err
	}
	if handover.ScannedBy, err = tx.Users().IDByEmail(visit.ScannedBy); err != nil {
		return err
	}
	if handover.ServedBy, err = visit.resolveServedBy(tx, usecase.Actor{}); err != nil {
		return err
	}
	switch {
	case visit.CustomerID == "":
		handover.CustomerID, err = customerIDByPhone(tx, visit.Phone)
	case visit.Scanned:
		handover, err = resolveQR(tx, handover)
	default:
		handover.CustomerID, err = tx.Snapshot().RecordID(visit.CustomerID)
	}
	if err != nil {
		return err
	}
	return tx.HandoverVisits().Insert(handover)
}

func resolveQR(tx *store.Tx, handover loyalty.HandoverVisit) (loyalty.HandoverVisit, error) {
	customer, err := customerOfQR(tx, tx.Customers().Get, handover.CustomerID, handover.At)
	switch {
	case err == nil:
		handover.CustomerID = customer.ID
	case errors.Is(err, loyalty.ErrQRRevoked):
		handover.QRRevoked, err = true, nil
	case errors.Is(err, loyalty.ErrCustomerNotFound):
		err = nil
	}
	return handover, err
}

func customerIDByPhone(tx *store.Tx, phone string) (string, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return "", err
	}
	customer, err := holderOfPhone(tx, usecase.Actor{}, loyalty.ParseTypedPhone(phone, business.Country))
	var refusal *loyalty.Error
	if errors.As(err, &refusal) {
		return "", nil
	}
	return customer.ID, err
}

// Register registers a device's visit, or a waiting one if deviceID is "", for its own time. The key prevents double
// counting. A typed phone means its owner, even with children. Errors: those of Visits.Register,
// loyalty.ErrHandoverVisitNotFound, loyalty.ErrHandoverVisitSettled.
func (h *Handovers) Register(ctx context.Context, actor usecase.Actor, deviceID, id string) (loyalty.HandoverVisit, error) {
	var handover loyalty.HandoverVisit
	err := h.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if handover, err = lockUndecided(tx, deviceID, id); err != nil {
			return err
		}
		return h.accept(tx, actor, &handover)
	})
	return handover, err
}

// accept registers a locked visit. If a waiting visit has the same key, it accepts that one, with its own time. A
// discarded visit stays discarded.
func (h *Handovers) accept(tx *store.Tx, actor usecase.Actor, handover *loyalty.HandoverVisit) error {
	if handover.QRRevoked {
		return loyalty.ErrQRRevoked
	}
	request := VisitRequest{
		CustomerID: handover.CustomerID, Phone: handover.Phone, Notes: handover.Notes, Authorized: handover.Authorized, Key: usecase.IdempotencyKey(handover.Key),
		handover: handover,
	}
	if request.Phone != "" {
		request.CustomerID = "" // the key belongs to a request without it
	}
	if handover.DeviceID == "" {
		request.Key = "" // the key's stored response is the waiting visit
	}
	// The device may have named the customer by a QR. The owner may accept a visit that was refused before.
	var err error
	if request.keyRequest, err = usecase.ReopenKey(tx, request.Key, visitRequestPrefix); err != nil {
		return err
	}
	result, err := h.visits.register(tx, actor, request)
	if err != nil {
		return err
	}
	handover.Outcome, handover.VisitID = loyalty.HandoverRegistered, result.Visit.ID
	if result.Settled || result.Replayed {
		handover.Outcome = loyalty.HandoverSettled
	}
	if result.Replayed {
		if err := h.acceptWaiting(tx, actor, handover); err != nil {
			return err
		}
	}
	return h.settle(tx, actor, handover)
}

func (h *Handovers) acceptWaiting(tx *store.Tx, actor usecase.Actor, handover *loyalty.HandoverVisit) error {
	first, err := tx.HandoverVisits().Lock("", handover.VisitID)
	switch {
	case errors.Is(err, loyalty.ErrHandoverVisitNotFound):
		return nil // the stored response is a registered visit
	case err != nil:
		return err
	case first.Outcome == loyalty.HandoverDiscarded:
		handover.Outcome, handover.VisitID = loyalty.HandoverDiscarded, ""
		return nil
	}
	if first.Outcome == "" {
		if err := h.accept(tx, actor, &first); err != nil {
			return err
		}
	}
	handover.VisitID = first.VisitID
	return nil
}

// Discard discards a device's visit, or a waiting one if deviceID is "". Errors: loyalty.ErrHandoverVisitNotFound,
// loyalty.ErrHandoverVisitSettled.
func (h *Handovers) Discard(ctx context.Context, actor usecase.Actor, deviceID, id string) (loyalty.HandoverVisit, error) {
	var handover loyalty.HandoverVisit
	err := h.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if handover, err = lockUndecided(tx, deviceID, id); err != nil {
			return err
		}
		handover.Outcome = loyalty.HandoverDiscarded
		return h.settle(tx, actor, &handover)
	})
	return handover, err
}

func lockUndecided(tx *store.Tx, deviceID, id string) (loyalty.HandoverVisit, error) {
	handover, err := tx.HandoverVisits().Lock(deviceID, id)
	if err == nil && handover.Outcome != "" {
		err = loyalty.ErrHandoverVisitSettled
	}
	return handover, err
}

func (h *Handovers) settle(tx *store.Tx, actor usecase.Actor, handover *loyalty.HandoverVisit) error {
	handover.SettledAt, handover.SettledBy = h.base.Now(), actor.UserID
	if err := tx.HandoverVisits().Settle(*handover); err != nil {
		return err
	}
	return h.base.Record(tx, actor.UserID, handover.Outcome.Action(), handover.ID, handover.VisitID)
}
