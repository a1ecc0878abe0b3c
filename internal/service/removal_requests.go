package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// NamedVisit is a visit with the names of customer and user.
type NamedVisit = store.NamedVisit

const (
	maxOwnVisits       = 200 // more than a day's work
	maxRemovalRequests = 100
)

// OwnVisit is a visit that the caller registered today.
type OwnVisit struct {
	NamedVisit
	MayUndo bool // false: the user can only request the removal
}

// ListOwn returns the actor's visits of today, newest first.
func (v *Visits) ListOwn(ctx context.Context, actor usecase.Actor) ([]OwnVisit, error) {
	own := []OwnVisit{}
	err := v.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		visits, err := tx.Visits().RegisteredOn(actor.UserID, business.DayOf(v.base.Now()), maxOwnVisits)
		for _, visit := range visits {
			own = append(own, OwnVisit{visit, visit.MayUndo(actor.UserID, v.base.Now()) == nil})
		}
		return err
	})
	return own, err
}

// RequestRemoval asks an administrator to delete the actor's visit. Errors: loyalty.ErrUndoNotYours,
// loyalty.ErrVisitNotFound.
func (v *Visits) RequestRemoval(ctx context.Context, actor usecase.Actor, visitID string) (loyalty.Visit, error) {
	return v.changeRemovalRequest(ctx, actor, visitID, func(tx *store.Tx, visit *loyalty.Visit) error {
		if visit.RegisteredBy != actor.UserID {
			return loyalty.ErrUndoNotYours
		}
		if !visit.RemovalRequestedAt.IsZero() {
			return nil
		}
		visit.RemovalRequestedAt = v.base.Now()
		if err := tx.Visits().RequestRemoval(visit.ID, visit.RemovalRequestedAt); err != nil {
			return err
		}
		return v.base.Record(tx, actor.UserID, loyalty.ActionRemovalRequested, visit.ID, visit.CustomerID)
	})
}

// RefuseRemoval refuses the removal request of a visit, or returns loyalty.ErrRemovalNotRequested. Visits.Delete grants
// it.
func (v *Visits) RefuseRemoval(ctx context.Context, actor usecase.Actor, visitID string) (loyalty.Visit, error) {
	return v.changeRemovalRequest(ctx, actor, visitID, func(tx *store.Tx, visit *loyalty.Visit) error {
		if visit.RemovalRequestedAt.IsZero() {
			return loyalty.ErrRemovalNotRequested
		}
		if !visit.RemovalRefusedAt.IsZero() {
			return nil
		}
		visit.RemovalRefusedAt = v.base.Now()
		if err := tx.Visits().RefuseRemoval(visit.ID, visit.RemovalRefusedAt); err != nil {
			return err
		}
		return v.base.Record(tx, actor.UserID, loyalty.ActionRemovalRefused, visit.ID, visit.CustomerID)
	})
}

func (v *Visits) changeRemovalRequest(
	ctx context.Context, actor usecase.Actor, visitID string, change func(*store.Tx, *loyalty.Visit) error,
) (loyalty.Visit, error) {
	var visit loyalty.Visit
	err := v.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if visit, err = tx.Visits().Get(visitID); err != nil {
			return err
		}
		if _, err = tx.Customers().Lock(visit.CustomerID); err != nil {
			return err
		}
		if visit, err = tx.Visits().Get(visitID); err != nil {
			return err
		}
		return change(tx, &visit)
	})
	return visit, err
}

// ListRemovalRequests returns open requests, oldest first.
func (v *Visits) ListRemovalRequests(ctx context.Context, actor usecase.Actor) ([]NamedVisit, error) {
	var visits []NamedVisit
	err := v.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		visits, err = tx.Visits().AwaitingRemoval(maxRemovalRequests)
		return err
	})
	return visits, err
}
