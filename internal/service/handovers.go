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

// Handovers hold the visits about which the owner decides: what a revoked device still had
// to send, and late visits of devices without a name.
type Handovers struct {
	base    *usecase.Base
	devices *access.Devices
	visits  *Visits
}

// HandoverVisit is a visit as a revoked device hands it over.
type HandoverVisit struct {
	VisitRequest

	Name      string // whose it is, so far as the device knows
	ScannedBy string // e-mail of who scanned it
}

// Receive keeps what a revoked device had still to send, until somebody decides
// about each visit, and returns the keys of what the device may forget. The same key
// is kept once; what the server had answered with a visit is not kept. It refuses with
// loyalty.ErrHandoverClosed a device that was not revoked, or too long ago, and with
// loyalty.ErrHandedTooMany what goes beyond loyalty.MostHanded.
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
	}
	taken := []usecase.IdempotencyKey{}
	err = h.base.Store.InBusiness(ctx, device.BusinessID, func(tx *store.Tx) error {
		taken = []usecase.IdempotencyKey{}
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
			taken = append(taken, visit.Key)
		}
		count, err := tx.HandedVisits().Count(device.ID)
		if err != nil {
			return err
		}
		if count > loyalty.MaxHandoverVisits {
			return loyalty.ErrTooManyHandoverVisits
		}
		return h.base.Record(tx, "", loyalty.ActionDeviceHandedOver, device.ID, fmt.Sprint(len(visits)))
	})
	return taken, err
}

// normalize is the visit as it is kept, or the refusal of one that could not be registered.
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
		At: visit.Times.HappenedAt(now), ReceivedAt: now, ClockSkew: visit.Times.ClockSkew(now),
	}
	if handed.ID, err = h.base.IDs.Next(now); err != nil {
		return err
	}
	if handed.ScannedBy, err = tx.Users().ByEmail(visit.ScannedBy); err != nil {
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
	return tx.HandedVisits().Insert(handed)
}

// resolveQR is the visit of the customer whose QR was scanned; of one that is nobody's it stays
// as it is.
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

// customerIDByPhone returns the id of the one customer who has a phone, empty where that is
// nobody.
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

// Register registers a visit that a device handed over or, without a device, one that
// waits for the owner, for when it happened, as Visits.Register does with one that waited: a visit that stands on its day settles
// it, and its key keeps it from counting twice. One by a phone is hers who has it, also
// where that brings children along. It refuses as that does, and with
// loyalty.ErrHandedNotFound and loyalty.ErrHandedSettled.
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

// accept registers a locked visit and records what came of it. Where the device had sent it before and
// its key was answered with a visit that waits, that one is accepted: it has the time that was answered.
// A visit that the owner discarded under that key stays discarded.
func (h *Handovers) accept(tx *store.Tx, actor usecase.Actor, handed *loyalty.HandoverVisit) error {
	if handed.QRRevoked {
		return loyalty.ErrQRRevoked
	}
	request := VisitRequest{
		CustomerID: handed.CustomerID, Phone: handed.Phone, Notes: handed.Notes, Authorized: handed.Authorized, Key: usecase.IdempotencyKey(handed.Key),
		handed: handed,
	}
	if request.Phone != "" {
		request.CustomerID = "" // what was asked under the key
	}
	if handed.DeviceID == "" {
		request.Key = "" // it was answered already, with the visit that waits
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

// acceptWaiting replaces the id of a visit that waited by what has become of it.
func (h *Handovers) acceptWaiting(tx *store.Tx, actor usecase.Actor, handed *loyalty.HandoverVisit) error {
	first, err := tx.HandedVisits().Lock("", handed.VisitID)
	switch {
	case errors.Is(err, loyalty.ErrHandoverVisitNotFound):
		return nil // it is a visit
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

// Discard gives up a visit that a device handed over or, without a device, one that waits
// for the owner. It refuses with
// loyalty.ErrHandedNotFound and loyalty.ErrHandedSettled.
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
	handed, err := tx.HandedVisits().Lock(deviceID, id)
	if err == nil && handed.Outcome != "" {
		err = loyalty.ErrHandoverVisitSettled
	}
	return handed, err
}

// settle keeps the outcome of a visit and records it.
func (h *Handovers) settle(tx *store.Tx, actor usecase.Actor, handed *loyalty.HandoverVisit) error {
	handed.SettledAt, handed.SettledBy = h.base.Now(), actor.UserID
	if err := tx.HandedVisits().Settle(*handed); err != nil {
		return err
	}
	return h.base.Record(tx, actor.UserID, handed.Outcome.Action(), handed.ID, handed.VisitID)
}
