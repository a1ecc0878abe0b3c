package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Activity lists the audit trail: a business's for its owner, the platform's for the operator.
type Activity struct{ base *usecase.Base }

// ActivityRequest by default asks for all, newest first.
type ActivityRequest struct {
	usecase.ListRequest // searches customers
	UserID              string
	WithoutUser         bool // customers, public and program
	Group               loyalty.ActionGroup
	CustomerID          string
	From, To            loyalty.Day // empty: no limit
}

// ActivityEntry is an entry of the activity.
type ActivityEntry = store.TrailEntry

const searchedCustomers = 20

const activityStep = 1000

// List returns a page for the business, or for the platform if the operator has none. A short page may have a next one.
func (a *Activity) List(ctx context.Context, actor usecase.Actor, request ActivityRequest) (activity usecase.List[ActivityEntry], zone *time.Location, err error) {
	page, err := store.NewPage(request.Limit, request.Cursor, 1)
	if err != nil {
		return activity, nil, err
	}
	err = a.base.Store.ViewLists(ctx, actor.BusinessID, func(tx *store.Tx) error {
		var filter store.TrailFilter
		if filter, zone, err = a.filter(tx, actor, request); err != nil {
			return err
		}
		entries, err := tx.Trail().List(filter, page)
		activity = usecase.List[ActivityEntry]{Items: entries.Items, Next: entries.Next}
		return err
	})
	return activity, zone, err
}

// EachEntry calls a function for all entries, newest first.
func (a *Activity) EachEntry(ctx context.Context, actor usecase.Actor, request ActivityRequest, each func(ActivityEntry, *time.Location) error) error {
	return a.base.Store.ViewWhole(ctx, actor.BusinessID, func(tx *store.Tx) error {
		filter, zone, err := a.filter(tx, actor, request)
		if err != nil {
			return err
		}
		for cursor := ""; ; {
			page, err := store.NewPage(activityStep, cursor, 1)
			if err != nil {
				return err
			}
			entries, err := tx.Trail().List(filter, page)
			if err != nil {
				return err
			}
			for _, entry := range entries.Items {
				if err := each(entry, zone); err != nil {
					return err
				}
			}
			if cursor = entries.Next; cursor == "" {
				return nil
			}
		}
	})
}

func (a *Activity) filter(tx *store.Tx, actor usecase.Actor, request ActivityRequest) (filter store.TrailFilter, zone *time.Location, err error) {
	business, err := businessOrPlatform(tx)
	if err != nil {
		return filter, nil, err
	}
	filter = store.TrailFilter{ActorID: request.UserID, WithoutActor: request.WithoutUser, Group: request.Group}
	if filter.From, filter.Before, err = activityPeriod(business, request); err != nil {
		return filter, nil, err
	}
	if request.CustomerID != "" {
		if filter.Customers, err = tx.Trail().WithMerged(request.CustomerID); err != nil {
			return filter, nil, err
		}
		return filter, business.Zone, nil
	}
	if loyalty.Fold(request.Search) == "" || actor.BusinessID == "" {
		return filter, business.Zone, nil
	}
	filter.Customers, err = nearestCustomers(tx, actor, business, request.Search)
	return filter, business.Zone, err
}

func businessOrPlatform(tx *store.Tx) (loyalty.Business, error) {
	if tx.BusinessID() == "" {
		return loyalty.Business{Zone: time.UTC}, nil
	}
	return tx.Business().Get()
}

func activityPeriod(business loyalty.Business, request ActivityRequest) (from, before time.Time, err error) {
	for field, day := range map[string]loyalty.Day{"from": request.From, "to": request.To} {
		if _, ok := loyalty.ParseDay(string(day)); day != "" && !ok {
			return from, before, loyalty.InvalidField(field, "La fecha no es válida: usa AAAA-MM-DD.")
		}
	}
	if request.From != "" && request.To != "" && request.To < request.From {
		return from, before, loyalty.InvalidField("to", "El último día no puede ser anterior al primero.")
	}
	if request.From != "" {
		from = business.StartOf(request.From)
	}
	if request.To != "" {
		before = business.StartOf(request.To.Plus(1))
	}
	return from, before, nil
}

func nearestCustomers(tx *store.Tx, actor usecase.Actor, business loyalty.Business, text string) ([]string, error) {
	search, err := newCustomerSearch(tx, actor, text, business)
	if err != nil {
		return nil, err
	}
	search.Order = store.ByName
	page, err := search.Order.NewPage(searchedCustomers, "")
	if err != nil {
		return nil, err
	}
	customers, err := tx.Customers().List(search, page)
	if err != nil {
		return nil, err
	}
	return tx.Trail().WithMerged(idsOfCustomers(customers.Items)...)
}

// RefusedSignIn counts an account's refusals of a day.
type RefusedSignIn = store.RefusedSignIn

const (
	refusedSignInDays = 30
	maxRefusedSignIns = 500
)

// RefusedSignIns returns the refused sign-ins of 30 days, latest first: those of the business, or all if the operator
// has none.
func (a *Activity) RefusedSignIns(ctx context.Context, actor usecase.Actor) (signIns []RefusedSignIn, err error) {
	err = a.base.Store.ViewLists(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := businessOrPlatform(tx)
		if err != nil {
			return err
		}
		list := store.RefusedSignIns.Since
		if actor.BusinessID == "" {
			list = store.RefusedSignIns.SinceOfAll
		}
		signIns, err = list(store.RefusedSignInsIn(tx), business.DayOf(a.base.Now()).Plus(-refusedSignInDays), maxRefusedSignIns)
		return err
	})
	return signIns, err
}

// NoteRead buffers an audit entry for some seconds, so that reads need not wait.
func (a *Activity) NoteRead(ctx context.Context, actor usecase.Actor, action loyalty.Action, subjectID, detail string) error {
	if action == loyalty.ActionRecordRead {
		var err error
		if subjectID, err = a.internalID(ctx, actor, subjectID); err != nil {
			return fmt.Errorf("recording the read of a record: %w", err)
		}
	}
	return a.base.ActivityLog.NoteRead(ctx, actor, action, subjectID, detail)
}

func (a *Activity) internalID(ctx context.Context, actor usecase.Actor, publicID string) (id string, err error) {
	err = a.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		id, err = tx.Trail().CustomerOf(publicID)
		return err
	})
	return id, err
}

// Write stores buffered reads and refused sign-ins.
func (a *Activity) Write(ctx context.Context) error { return a.base.ActivityLog.Write(ctx) }

// WritePeriodically runs Write until the context ends, and once more.
func (a *Activity) WritePeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{
		Name: "recording reads and refused sign-ins", First: usecase.ActivityWriteInterval, Every: usecase.ActivityWriteInterval, Run: a.Write,
	})
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), usecase.ActivityWriteInterval)
	defer cancel()
	if err := a.Write(last); err != nil && !errors.Is(err, context.Canceled) {
		log.WarnContext(last, "recording reads and refused sign-ins at the end", "error", err)
	}
}

func (a *Activity) removeRefusedSignIns(ctx context.Context) error {
	before := loyalty.Day(loyalty.NewRetention(a.base.Now()).SignIns.Format(time.DateOnly))
	err := a.base.RunRemovals(ctx, []usecase.Removal{{
		Remove: func(tx *store.PlatformTx, _ time.Time, limit int) (int, error) {
			return store.RefusedSignInsIn(tx.In("")).RemoveBefore(before, limit)
		},
	}})
	if err != nil {
		return fmt.Errorf("removing old counts of refused sign-ins: %w", err)
	}
	return nil
}
