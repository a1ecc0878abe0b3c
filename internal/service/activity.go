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

// Activity lists who did what: the audit trail of a business for its owner, that of the platform for the operator.
type Activity struct{ base *usecase.Base }

// ActivityRequest asks for a page of the activity. The zero value asks for all, newest first.
type ActivityRequest struct {
	usecase.ListRequest        // its search is a part of the name, phone or e-mail of a customer
	UserID              string // what one user did
	WithoutUser         bool   // what customers, the public and the program did
	Group               loyalty.ActionGroup
	CustomerID          string
	From, To            loyalty.Day // empty: no limit
}

// ActivityEntry is an entry of the activity.
type ActivityEntry = store.TrailEntry

// searchedCustomers is the number of customers that a search of the activity considers: the nearest ones.
const searchedCustomers = 20

// activityStep is the number of entries that an export reads at once.
const activityStep = 1000

// List returns a page of the activity of the actor's business; of the platform if the actor is an operator who has
// chosen none. A page may be short and still have a next one. It refuses with a validation error for an invalid day.
func (a *Activity) List(ctx context.Context, actor usecase.Actor, request ActivityRequest) (listed usecase.Listed[ActivityEntry], zone *time.Location, err error) {
	page, err := store.NewPage(request.Limit, request.Cursor, 1)
	if err != nil {
		return listed, nil, err
	}
	err = a.base.Store.ViewLists(ctx, actor.BusinessID, func(tx *store.Tx) error {
		var filter store.TrailFilter
		if filter, zone, err = a.filter(tx, actor, request); err != nil {
			return err
		}
		found, err := tx.Trail().List(filter, page)
		listed = usecase.Listed[ActivityEntry]{Items: found.Items, Next: found.Next}
		return err
	})
	return listed, zone, err
}

// Each calls each with all entries of a request, newest first, and notes the download.
func (a *Activity) Each(ctx context.Context, actor usecase.Actor, request ActivityRequest, each func(ActivityEntry, *time.Location) error) error {
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
			found, err := tx.Trail().List(filter, page)
			if err != nil {
				return err
			}
			for _, entry := range found.Items {
				if err := each(entry, zone); err != nil {
					return err
				}
			}
			if cursor = found.Next; cursor == "" {
				return nil
			}
		}
	})
}

// filter resolves days, customers and the search of a request.
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

// businessOrPlatform returns the transaction's business. The platform counts its days in UTC.
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

// nearestCustomers returns the ids of the customers whom a search finds, with the records merged into theirs.
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
	found, err := tx.Customers().List(search, page)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(found.Items))
	for i, customer := range found.Items {
		ids[i] = customer.ID
	}
	return tx.Trail().WithMerged(ids...)
}

// RefusedSignIn is the number of refused sign-ins of an account on a day.
type RefusedSignIn = store.RefusedSignIn

const (
	refusedSignInDays = 30
	maxRefusedSignIns = 500
)

// RefusedSignIns returns the refused sign-ins of the last 30 days, latest first: those of the accounts of the actor's
// business, or of all for an operator who has chosen none.
func (a *Activity) RefusedSignIns(ctx context.Context, actor usecase.Actor) (refused []RefusedSignIn, err error) {
	err = a.base.Store.ViewLists(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := businessOrPlatform(tx)
		if err != nil {
			return err
		}
		list := store.RefusedSignIns.Since
		if actor.BusinessID == "" {
			list = store.RefusedSignIns.SinceOfAll
		}
		refused, err = list(store.RefusedSignInsIn(tx), business.DayOf(a.base.Now()).Plus(-refusedSignInDays), maxRefusedSignIns)
		return err
	})
	return refused, err
}

// NoteRead notes that the actor has read something, without delay. It is stored within some seconds.
func (a *Activity) NoteRead(ctx context.Context, actor usecase.Actor, action loyalty.Action, subjectID, detail string) error {
	return a.base.ActivityLog.NoteRead(ctx, actor, action, subjectID, detail)
}

// Write stores the noted reads and refused sign-ins.
func (a *Activity) Write(ctx context.Context) error { return a.base.ActivityLog.Write(ctx) }

// WritePeriodically runs Write until the context ends, and once more then.
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

// removeRefusedSignIns removes counts that are older than a year.
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
