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

// Handovers manages visits that await the owner's decision: from revoked devices, and late ones from unnamed devices.
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

// Receive stores the unsent visits of a revoked device, each key once, and returns the keys that the device may forget.
// Refusals: loyalty.ErrHandoverClosed if the device is active or was revoked too long ago,
// loyalty.ErrTooManyHandoverVisits above loyalty.MaxHandoverVisits.
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
		locked, err := tx.Devices().Lock(device.ID)
		if err != nil {
			return err
		}
		if err := locked.MayHandOver(h.base.Now()); err != nil {
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
	handed := loyalty.HandoverVisit{
		DeviceID: device.ID, Key: string(visit.Key), CustomerID: visit.CustomerID, Phone: visit.Phone, Name: visit.Name,
		Notes: visit.Notes, Authorized: visit.Authorized,
		At: visit.Times.ScanTime(now), ReceivedAt: now, ClockSkew: visit.Times.ClockSkew(now),
	}
	if handed.ID, err = h.base.IDs.Next(now); err != nil {
		return err
	}
	if handed.ScannedBy, err = tx.Users().IDByEmail(visit.ScannedBy); err != nil {
		return err
	}
	if handed.ServedBy, err = visit.resolveServedBy(tx, usecase.Actor{}); err != nil {
		return err
	}
	switch {
	case visit.CustomerID == "":
		handed.CustomerID, err = customerIDByPhone(tx, visit.Phone)
	case visit.Scanned:
		handed, err = resolveQR(tx, handed)
	}
	if err != nil {
		return err
	}
	return tx.HandoverVisits().Insert(handed)
}

func resolveQR(tx *store.Tx, handed loyalty.HandoverVisit) (loyalty.HandoverVisit, error) {
	customer, err := customerOfQR(tx, tx.Customers().Get, handed.CustomerID, handed.At)
	switch {
	case err == nil:
		handed.CustomerID = customer.ID
	case errors.Is(err, loyalty.ErrQRRevoked):
		handed.QRRevoked, err = true, nil
	case errors.Is(err, loyalty.ErrCustomerNotFound):
		err = nil
	}
	return handed, err
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

// Register registers a visit of a device, or a waiting one if deviceID is "", for the time when it happened. If the day
// has a visit, it is settled. Its key prevents double counting. A typed phone means its owner, even if they have
// children. Refusals: those of Visits.Register, loyalty.ErrHandoverVisitNotFound, loyalty.ErrHandoverVisitSettled.
func (h *Handovers) Register(ctx context.Context, actor usecase.Actor, deviceID, id string) (loyalty.HandoverVisit, error) {
	var handed loyalty.HandoverVisit
	err := h.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if handed, err = lockUndecided(tx, deviceID, id); err != nil {
			return err
		}
		return h.accept(tx, actor, &handed)
	})
	return handed, err
}

// accept registers a locked visit. If a waiting visit has the same key, it accepts that one, with its own time. A
// discarded visit stays discarded.
func (h *Handovers) accept(tx *store.Tx, actor usecase.Actor, handed *loyalty.HandoverVisit) error {
	if handed.QRRevoked {
		return loyalty.ErrQRRevoked
	}
	request := VisitRequest{
		CustomerID: handed.CustomerID, Phone: handed.Phone, Notes: handed.Notes, Authorized: handed.Authorized, Key: usecase.IdempotencyKey(handed.Key),
		handed: handed,
	}
	if request.Phone != "" {
		request.CustomerID = "" // the key belongs to a request without it
	}
	if handed.DeviceID == "" {
		request.Key = "" // the response stored with the key is the waiting visit
	}
	registered, err := h.visits.register(tx, actor, request)
	if err != nil {
		return err
	}
	handed.Outcome, handed.VisitID = loyalty.HandoverRegistered, registered.Visit.ID
	if registered.Settled || registered.Replayed {
		handed.Outcome = loyalty.HandoverSettled
	}
	if registered.Replayed {
		if err := h.acceptWaiting(tx, actor, handed); err != nil {
			return err
		}
	}
	return h.settle(tx, actor, handed)
}

func (h *Handovers) acceptWaiting(tx *store.Tx, actor usecase.Actor, handed *loyalty.HandoverVisit) error {
	first, err := tx.HandoverVisits().Lock("", handed.VisitID)
	switch {
	case errors.Is(err, loyalty.ErrHandoverVisitNotFound):
		return nil // the stored response is a registered visit
	case err != nil:
		return err
	case first.Outcome == loyalty.HandoverDiscarded:
		handed.Outcome, handed.VisitID = loyalty.HandoverDiscarded, ""
		return nil
	}
	if first.Outcome == "" {
		if err := h.accept(tx, actor, &first); err != nil {
			return err
		}
	}
	handed.VisitID = first.VisitID
	return nil
}

// Discard discards a visit of a device, or a waiting one if deviceID is "". Refusals: loyalty.ErrHandoverVisitNotFound,
// loyalty.ErrHandoverVisitSettled.
func (h *Handovers) Discard(ctx context.Context, actor usecase.Actor, deviceID, id string) (loyalty.HandoverVisit, error) {
	var handed loyalty.HandoverVisit
	err := h.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if handed, err = lockUndecided(tx, deviceID, id); err != nil {
			return err
		}
		handed.Outcome = loyalty.HandoverDiscarded
		return h.settle(tx, actor, &handed)
	})
	return handed, err
}

func lockUndecided(tx *store.Tx, deviceID, id string) (loyalty.HandoverVisit, error) {
	handed, err := tx.HandoverVisits().Lock(deviceID, id)
	if err == nil && handed.Outcome != "" {
		err = loyalty.ErrHandoverVisitSettled
	}
	return handed, err
}

func (h *Handovers) settle(tx *store.Tx, actor usecase.Actor, handed *loyalty.HandoverVisit) error {
	handed.SettledAt, handed.SettledBy = h.base.Now(), actor.UserID
	if err := tx.HandoverVisits().Settle(*handed); err != nil {
		return err
	}
	return h.base.Record(tx, actor.UserID, handed.Outcome.Action(), handed.ID, handed.VisitID)
}
