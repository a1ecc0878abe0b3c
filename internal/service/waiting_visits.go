package service

import (
	"cmp"
	"context"
	"errors"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// holdForOwner stores a late visit to wait for the owner, or settles it if its day has one. A waiting visit of that day
// is the same one, scanned on two devices.
func (v *Visits) holdForOwner(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, visit loyalty.Visit, request VisitRequest,
) (RegisteredVisit, error) {
	if !request.Authorized {
		stands, err := tx.Visits().StandsOn(customer.ID, visit.Day)
		if err != nil {
			return RegisteredVisit{}, err
		}
		if stands {
			return v.secondVisit(tx, business, customer, visit, request)
		}
	}
	handover, err := v.waitingVisit(tx, actor, business, visit, request)
	if err != nil {
		return RegisteredVisit{}, err
	}
	visit.ID, visit.At = handover.ID, handover.At
	progress, err := v.cards.ProgressOf(tx, business, customer)
	return RegisteredVisit{Visit: visit, CustomerName: customer.Name, Progress: progress, Waiting: true}, err
}

// secondOfDay handles a visit of a day that has one. If either is older than loyalty.MaxVisitDelay, it was scanned on
// another day, and the owner decides.
func (v *Visits) secondOfDay(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, visit loyalty.Visit, request VisitRequest,
) (RegisteredVisit, error) {
	scannedVisit := request.atScan(business, visit)
	mayCount := scannedVisit.Day != visit.Day
	if !mayCount && visit.IsLate() && !visit.PastDay {
		var err error
		if mayCount, err = tx.Visits().HasOnlyMoved(customer.ID, visit.Day); err != nil {
			return RegisteredVisit{}, err
		}
	}
	switch {
	case !mayCount:
		return v.secondVisit(tx, business, customer, visit, request)
	case request.handover != nil: // the owner accepts it
		request.Authorized = true
		return v.registerNew(tx, actor, business, customer, request)
	}
	return v.holdForOwner(tx, actor, business, customer, scannedVisit, request)
}

// decideByScan uses the day of the scan for a visit older than loyalty.MaxVisitDelay. Otherwise it would be moved and
// counted, although registered elsewhere, or its key forgotten. A visit of that day settles it. If a moved visit may be
// of that day, the owner decides. It returns false for a visit that counts.
func (v *Visits) decideByScan(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, visit loyalty.Visit, request VisitRequest,
) (answer RegisteredVisit, isDecided bool, err error) {
	if request.handover != nil || request.Authorized || !request.Times.ExceedsMaxDelay() {
		return answer, false, nil
	}
	scannedVisit := visit
	scannedVisit.At = request.Times.UnlimitedScanTime(visit.ReceivedTime())
	scannedVisit.Day = business.DayOf(scannedVisit.At)
	stands, err := tx.Visits().StandsOn(customer.ID, scannedVisit.Day)
	if err != nil {
		return answer, false, err
	}
	if stands {
		answer, err = v.secondVisit(tx, business, customer, scannedVisit, request)
		return answer, true, err
	}
	hasMoved, err := tx.Visits().HasMovedSince(customer.ID, scannedVisit.At)
	if err != nil || !hasMoved {
		return answer, false, err
	}
	answer, err = v.holdForOwner(tx, actor, business, customer, request.atScan(business, visit), request)
	return answer, true, err
}

func (r VisitRequest) atScan(business loyalty.Business, visit loyalty.Visit) loyalty.Visit {
	if r.handover == nil && !visit.PastDay {
		visit.At = r.Times.ScanTime(visit.ReceivedTime())
		visit.Day = business.DayOf(visit.At)
	}
	return visit
}

func (v *Visits) waitingVisit(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, visit loyalty.Visit, request VisitRequest,
) (loyalty.HandoverVisit, error) {
	if !request.Authorized {
		from, to := business.StartOf(visit.Day), business.StartOf(visit.Day.Plus(1))
		existingVisit, waits, err := tx.HandoverVisits().WaitingBetween(visit.CustomerID, from, to)
		if err != nil || waits {
			return existingVisit, err
		}
	}
	handover := loyalty.HandoverVisit{
		ID: visit.ID, Key: cmp.Or(string(request.Key), visit.ID), CustomerID: visit.CustomerID, Notes: visit.Notes,
		Authorized: request.Authorized, ScannedBy: actor.UserID, ServedBy: visit.ServedBy,
		At: visit.At, ReceivedAt: visit.ReceivedTime(), ClockSkew: visit.ClockSkew,
	}
	if err := tx.HandoverVisits().Insert(handover); err != nil {
		return handover, err
	}
	return handover, v.base.Record(tx, actor.UserID, loyalty.ActionVisitAwaitsOwner, handover.ID, visit.CustomerID)
}

func (v *Visits) replay(tx *store.Tx, business loyalty.Business, first RegisteredVisit) (RegisteredVisit, error) {
	first.Replayed = true
	first, err := v.applyDecision(tx, first)
	if err != nil || first.Waiting {
		return first, err
	}
	if !first.DeletedAt.IsZero() { // discarded by the owner
		first.Progress, err = v.cards.CurrentProgress(tx, business, first.Visit.CustomerID, first.Progress)
		return first, err
	}
	if first.DeletedAt, err = tx.Visits().DeletedAt(first.Visit.ID); err != nil {
		return first, err
	}
	first.Progress, err = v.cards.CurrentProgress(tx, business, first.Visit.CustomerID, first.Progress)
	return first, err
}

func (v *Visits) applyDecision(tx *store.Tx, first RegisteredVisit) (RegisteredVisit, error) {
	if !first.Waiting {
		return first, nil
	}
	handover, err := tx.HandoverVisits().Get(first.Visit.ID)
	if errors.Is(err, loyalty.ErrHandoverVisitNotFound) {
		return first, nil // decided and since removed
	}
	if err != nil {
		return first, err
	}
	switch handover.Outcome {
	case "":
		return first, nil
	case loyalty.HandoverDiscarded:
		first.DeletedAt = handover.SettledAt
	case loyalty.HandoverRegistered, loyalty.HandoverSettled:
		first.Visit.ID, first.Settled = handover.VisitID, handover.Outcome == loyalty.HandoverSettled
	}
	first.Waiting = false
	return first, nil
}

// ListWaiting returns waiting and recently decided visits, oldest first.
func (h *Handovers) ListWaiting(ctx context.Context, actor usecase.Actor) ([]usecase.ListedHandoverVisit, error) {
	var waiting []usecase.ListedHandoverVisit
	err := h.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		waiting, err = tx.HandoverVisits().ListWaiting()
		return err
	})
	return waiting, err
}
