package service_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// The test makes changes that random histories do not make. It also fails for an event without a visible change.
func TestEvents_EachChange_ConcernsAffectedCustomers(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(t *testing.T, shop *servicetest.Shop) (do func()){
		"a registration": func(_ *testing.T, shop *servicetest.Shop) func() {
			return func() { shop.Register("Ana") }
		},
		"a first proof of the phone": func(_ *testing.T, shop *servicetest.Shop) func() {
			ana := shop.Register("Ana")
			shop.Family(loyalty.PolicyPool, ana)
			return func() { shop.PortalToken(ana) }
		},
		"another QR": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			ana := shop.RegisterVerified("Ana")
			return func() { servicetest.ChangeQR(t, shop, ana) }
		},
		"another phone": func(_ *testing.T, shop *servicetest.Shop) func() {
			ana := shop.Customer("Ana")
			return func() {
				shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
			}
		},
		"another name, by the customer": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			ana := shop.RegisterVerified("Ana")
			return func() {
				changes := loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: "Anita"}}
				servicetest.Must(t, 0, shop.Cases.SelfService.Change(t.Context(), servicetest.PortalUser(shop, ana), changes))
			}
		},
		"a tag that owes a reward": func(_ *testing.T, shop *servicetest.Shop) func() {
			ana := shop.Customer("Ana")
			shop.Visits(ana, 4)
			return func() { shop.Tag(ana, loyalty.TagVIPA) }
		},
		"another child": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			all := guardianWith(t, shop, "Ana", "Leo")
			return func() { servicetest.ChildOf(t, shop, all[0], "Sol") }
		},
		"a child with a phone of their own": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			ana := shop.RegisterVerified("Ana")
			leo := servicetest.ChildOf(t, shop, ana, "Leo")
			shop.Clock.Set(turnsFourteen())
			return func() {
				own, err := atCounter(t, shop, leo.ID, ownPhone(shop.Phone()), "")
				servicetest.Must(t, own, err)
			}
		},
		"a child who is archived": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			all := guardianWith(t, shop, "Ana", "Leo", "Sol")
			return func() { shop.Archive(all[1]) }
		},
		"an archived guardian": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			all := guardianWith(t, shop, "Ana", "Leo", "Sol")
			return func() { shop.Archive(all[0]) }
		},
		"a merge of guardians, and its undoing": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			ana, eva := guardianWith(t, shop, "Ana", "Leo"), guardianWith(t, shop, "Eva", "Sol")
			shop.Family(loyalty.PolicyPool, eva...)
			shop.Visits(eva[0], 3)
			return func() {
				merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana[0].ID, eva[0].ID)
				servicetest.Must(t, merge, err)
				servicetest.Must(t, 0, shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID))
				shop.Visit(ana[0])
			}
		},
		"a request for erasure": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			ana := shop.RegisterVerified("Ana")
			return func() {
				servicetest.Must(t, 0, shop.Cases.SelfService.RequestErasure(t.Context(), access.PortalUser{CustomerID: ana.ID, BusinessID: shop.Business.ID}))
			}
		},
		"registrations that are discarded": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			shop.Register("Ana")
			return func() { discard(t, shop, previewUnverified(t, shop)) }
		},
		"registrations that are restored": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			shop.Register("Ana")
			discard(t, shop, previewUnverified(t, shop))
			at := shop.Clock.Now()
			return func() {
				restoredCount, remaining, err := shop.Cases.UnverifiedRegistrations.Restore(t.Context(), shop.Admin, at)
				servicetest.Must(t, restoredCount+remaining, err)
			}
		},
		"rewards that changed settings grant later": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			ana, eva, sol := shop.Customer("Ana"), shop.Customer("Eva"), shop.Customer("Sol")
			shop.Family(loyalty.PolicyPool, eva, sol)
			shop.Visits(ana, 4)
			shop.Visits(eva, 4)
			servicetest.InterruptGrant(t, shop)
			return func() { finishGrant(t, shop) }
		},
		"a family that is renamed": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			family, name := shop.Family(loyalty.PolicyPool, shop.Customer("Ana"), shop.Customer("Eva")), "Los Ruiz"
			return func() {
				record, err := shop.Cases.Families.Change(t.Context(), shop.Admin, family.ID, loyalty.FamilyChanges{Name: &name})
				servicetest.Must(t, record, err)
			}
		},
		"an offer of a family that is accepted": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			all := guardianWith(t, shop, "Ana", "Leo", "Sol")
			offer, _ := readOffer(t, shop, all[0])
			return func() {
				record, err := shop.Cases.Families.AcceptOffer(t.Context(), shop.Admin, acceptRequest(all[0], offer))
				servicetest.Must(t, record, err)
			}
		},
		"another name of the business": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			shop.Customer("Ana")
			return func() { rename(t, shop) }
		},
		"a suspension": func(t *testing.T, shop *servicetest.Shop) func() {
			t.Helper()
			shop.Customer("Ana")
			operator := usecase.Actor{UserID: shop.Operator(t).ID, Role: loyalty.Superadmin}
			return func() {
				business, err := shop.Cases.ControlPanel.Suspend(t.Context(), operator, shop.Business.ID)
				servicetest.Must(t, business, err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			do := change(t, shop)
			shop.Clock.Advance(time.Minute)
			watch := newWatcher(t, shop)
			before := watch.views
			do()
			watch.compare(t)
			if hasSameFaces(before, watch.views) {
				t.Error("the act must change the shown data of some customer")
			}
		})
	}
}

func hasSameFaces(one, other map[string]string) bool {
	for id, face := range other {
		if one[id] != face {
			return false
		}
	}
	return true
}

func TestEvents_Expired_AreRemoved(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Clock.Advance(loyalty.EventRetention)
	shop.Visit(ana)
	servicetest.Must(t, 0, shop.Cases.Maintenance.ApplyRetention(t.Context()))
	if remaining := shop.Database.Rows(t, "SELECT kind FROM events"); len(remaining) != 1 || remaining[0] != "visit.registered" {
		t.Errorf("the events left are %v, want only visit.registered", remaining)
	}
	shop.Clock.Advance(loyalty.EventRetention)
	servicetest.Must(t, 0, shop.Cases.Maintenance.ApplyRetention(t.Context()))
	if remaining := shop.Database.Rows(t, "SELECT kind FROM events"); len(remaining) != 0 {
		t.Errorf("the events left are %v, want none", remaining)
	}
}

type eventRecorder struct{ news []string }

func (h *eventRecorder) hear(_ context.Context, news usecase.EventBatch) {
	if news.HasGap {
		h.news = append(h.news, "missed")
	}
	for _, event := range news.Events {
		h.news = append(h.news, string(event.Kind))
	}
}

func (h *eventRecorder) mustHave(t *testing.T, want ...string) {
	t.Helper()
	if fmt.Sprint(h.news) != fmt.Sprint(want) {
		t.Errorf("the delivered events are %v, want %v", h.news, want)
	}
}

func TestDispatcher_LateSubscriber_ReceivesEventsAfterPosition(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	dispatcher := usecase.NewDispatcher(usecase.NewBase(shop.Store, shop.Clock.Now))
	poll := func() { t.Helper(); servicetest.Must(t, 0, dispatcher.Poll(t.Context())) }
	shop.Customer("Ana")
	var early, late, fresh eventRecorder
	first := dispatcher.Subscribe(0, early.hear)
	poll()
	dispatcher.Subscribe(0, late.hear)
	dispatcher.Subscribe(usecase.UnknownPosition, fresh.hear)
	poll()
	shop.Family(loyalty.PolicyPool)
	poll()
	dispatcher.Unsubscribe(first)
	shop.Family(loyalty.PolicyPool)
	poll()
	early.mustHave(t, "customer.created", "family.created")
	late.mustHave(t, "customer.created", "family.created", "family.created")
	fresh.mustHave(t, "missed", "family.created", "family.created")
}

func TestDispatcher_FailedPoll_DeliversNextTime(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	dispatcher := usecase.NewDispatcher(usecase.NewBase(shop.Store, shop.Clock.Now))
	var all eventRecorder
	dispatcher.Subscribe(0, all.hear)
	shop.Customer("Ana")
	shop.Database.Corrupt(t, "ALTER TABLE events RENAME TO lost_events")
	if err := dispatcher.Poll(t.Context()); err == nil {
		t.Error("a poll without its table must fail")
	}
	shop.Database.Corrupt(t, "ALTER TABLE lost_events RENAME TO events")
	servicetest.Must(t, 0, dispatcher.Poll(t.Context()))
	servicetest.Must(t, 0, dispatcher.Poll(t.Context()))
	all.mustHave(t, "customer.created")
}
