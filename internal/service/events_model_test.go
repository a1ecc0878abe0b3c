package service_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// watcher checks that events name all customers whose portal, pass or counter data have changed.
type watcher struct {
	shop     *servicetest.Shop
	test     testing.TB
	views    map[string]string
	position int64
}

func newWatcher(t testing.TB, shop *servicetest.Shop) *watcher {
	t.Helper()
	w := &watcher{shop: shop, test: t}
	w.views, w.position = w.look(t), w.lastPosition(t)
	return w
}

func (w *watcher) compare(t fataler) {
	t.Helper()
	views, last := w.look(t), w.lastPosition(t)
	audience, events := w.audienceOf(t, last)
	for _, id := range slices.Sorted(maps.Keys(views)) {
		if views[id] != w.views[id] && !audience.Everyone && !audience.Customers[id] {
			t.Fatalf("the view of customer %s is\n  %s\nand was\n  %s\nbut no event concerns that customer: %v", id, views[id], w.views[id], events)
		}
	}
	w.views, w.position = views, last
}

func (w *watcher) lastPosition(t fataler) (position int64) {
	t.Helper()
	w.view(t, func(tx *store.PlatformTx) (err error) {
		position, err = tx.Events().Last()
		return err
	})
	return position
}

func (w *watcher) audienceOf(t fataler, last int64) (audience usecase.Audience, kinds []string) {
	t.Helper()
	w.view(t, func(tx *store.PlatformTx) error {
		all, err := tx.Events().Between(w.position, last)
		if err != nil {
			return err
		}
		var events []loyalty.Event
		kinds = nil
		for _, event := range all {
			if event.BusinessID == w.shop.Business.ID {
				events = append(events, event)
				kinds = append(kinds, fmt.Sprint(event.Kind, " ", event.CustomerID, " ", event.FamilyID))
			}
		}
		audience, err = usecase.AudienceOf(tx.In(w.shop.Business.ID), events)
		return err
	})
	return audience, kinds
}

func (w *watcher) view(t fataler, fn func(*store.PlatformTx) error) {
	t.Helper()
	if err := w.shop.Store.ViewPlatform(context.Background(), fn); err != nil {
		t.Fatalf("reading the platform: %v", err)
	}
}

func (w *watcher) look(t fataler) map[string]string {
	t.Helper()
	counterViews := w.counter(t)
	ids := maps.Clone(counterViews) // and those that were there before: a query by the test would open a connection at each step
	maps.Copy(ids, w.views)
	views := map[string]string{}
	for id := range ids {
		own, err := w.shop.Cases.SelfService.Card(context.Background(), access.PortalUser{CustomerID: id, BusinessID: w.shop.Business.ID})
		if err != nil {
			views[id] = fmt.Sprint(err, counterViews[id])
			continue
		}
		own.Progress.VisitedToday = false // changes at midnight without an event
		face := loyalty.NewPassFace(own.Business, own.Customer, own.Progress)
		face.Void = !own.Business.IsActive()
		views[id] = fmt.Sprint(own.Customer.ID, own.Customer.Name, own.Customer.Phone, own.Customer.Email, own.Customer.QR(), own.CardsOnPhone,
			own.Progress.Card, own.Progress.FamilyName, own.Progress.Terms, own.Progress.Owed, face.Digest(), counterViews[id])
	}
	return views
}

func (w *watcher) counter(t fataler) map[string]string {
	t.Helper()
	views, request := map[string]string{}, service.SnapshotRequest{Limit: 1000}
	for first := true; first || request.Cursor != ""; first = false {
		page, err := w.shop.Cases.Snapshots.Read(context.Background(), w.shop.Barber, request)
		if err != nil {
			t.Fatalf("reading the snapshot: %v", err)
		}
		for _, customer := range page.Customers {
			views[customer.ID] = describeListed(customer.ListedCustomer) + fmt.Sprint(customer.QR, customer.EndedQRs)
		}
		request.Cursor = page.Next
	}
	return views
}
