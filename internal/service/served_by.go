package service

import (
	"cmp"
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// resolveServedBy returns the user who did the service, or "" for the actor. An offline visit with an unknown user
// counts for the actor, so that the stamp is not lost. Disabled users may have done the service before.
func (r VisitRequest) resolveServedBy(tx *store.Tx, actor usecase.Actor) (string, error) {
	id, hasWaited := r.ServedBy, !r.Times.ScannedAt.IsZero()
	if r.handover != nil {
		id, hasWaited = cmp.Or(r.handover.ServedBy, r.handover.ScannedBy), true
	}
	if id == "" || id == actor.UserID {
		return "", nil
	}
	isStaff, err := tx.Users().IsStaff(id)
	switch {
	case err != nil || isStaff:
		return id, err
	case hasWaited:
		return "", nil
	}
	return "", errNotStaff()
}

func errNotStaff() error { return loyalty.InvalidField("servedById", "Esa persona no es del equipo.") }

// ChangeServedBy corrects who did the service. Errors: loyalty.ErrVisitNotFound, loyalty.ErrServedByTooLate, a
// validation error if the user is no staff.
func (v *Visits) ChangeServedBy(ctx context.Context, actor usecase.Actor, visitID, userID string) error {
	return v.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		visit, err := tx.Visits().Lock(visitID)
		if err != nil {
			return err
		}
		if err := visit.MayChangeServedBy(actor.UserID, actor.Role, v.base.Now()); err != nil {
			return err
		}
		isStaff, err := tx.Users().IsStaff(userID)
		if err != nil {
			return err
		}
		if !isStaff && userID != visit.RegisteredBy {
			return errNotStaff()
		}
		if userID == cmp.Or(visit.ServedBy, visit.RegisteredBy) {
			return nil
		}
		if userID == visit.RegisteredBy {
			userID = ""
		}
		if err := tx.Visits().SetServedBy(visit.ID, userID); err != nil {
			return err
		}
		if err := v.base.Append(tx, loyalty.Event{Kind: loyalty.EventServedByChanged, CustomerID: visit.CustomerID, VisitID: visit.ID}); err != nil {
			return err
		}
		return v.base.Record(tx, actor.UserID, loyalty.ActionServedByChanged, visit.ID, visit.CustomerID)
	})
}

// Colleague is a user selectable at the counter.
type Colleague = store.Colleague

// Colleagues returns the enabled staff by name.
func (v *Visits) Colleagues(ctx context.Context, actor usecase.Actor) ([]Colleague, error) {
	var staff []Colleague
	err := v.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		staff, err = tx.Users().Colleagues()
		return err
	})
	return staff, err
}
