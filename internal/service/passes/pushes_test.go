package passes_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service"
	"axioma/internal/service/passes"
	"axioma/internal/service/servicetest"
)

func onePush(t *testing.T) (*servicetest.Shop, loyalty.Customer, passes.ClaimedPush) {
	t.Helper()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	pass := shop.IssueAndInstallPass(ana, "anas")
	shop.FurtherVisit(ana)
	shop.UpdatePasses()
	pushes := shop.ClaimPushes()
	if len(pushes) != 1 {
		t.Fatalf("there are %d pushes, want 1", len(pushes))
	}
	if push := pushes[0]; push.Serial != pass.Serial || push.Holder.PushToken != "abcdef0123456789" || push.BusinessID != shop.Business.ID || push.Tries != 1 {
		t.Fatalf("the push is %+v; want Serial %v, Holder.PushToken abcdef0123456789, BusinessID %v and Tries 1", push, pass.Serial, shop.Business.ID)
	}
	return shop, ana, pushes[0]
}

func pushesAfter(shop *servicetest.Shop, pause time.Duration) int {
	shop.Clock.Advance(pause)
	return len(shop.ClaimPushes())
}

func TestPushes_SeveralChanges_OnePushInFiveSeconds(t *testing.T) {
	t.Parallel()
	shop, ana, push := onePush(t)
	shop.FinishPush(push, passes.PushTry{Result: passes.PushAccepted})
	for range 3 {
		shop.Clock.Advance(time.Second)
		shop.FurtherVisit(ana)
		shop.UpdatePasses()
	}
	if early := pushesAfter(shop, time.Second); early != 0 {
		t.Errorf("four seconds later there are %d pushes, want none", early)
	}
	if due := pushesAfter(shop, time.Second); due != 1 {
		t.Errorf("five seconds later there are %d pushes, want 1", due)
	}
}

func TestPushes_StampDuringATry_IsPushed(t *testing.T) {
	t.Parallel()
	for _, result := range passes.PushResults()[:3] {
		shop, ana, push := onePush(t)
		shop.FurtherVisit(ana)
		shop.UpdatePasses()
		shop.FinishPush(push, passes.PushTry{Result: result, After: time.Hour})
		if due := pushesAfter(shop, queueing.PushInterval); due != 1 {
			t.Errorf("after the result %s there are %d pushes, want 1", result, due)
		}
	}
}

// The urgency decides whether a phone shows a notification.
func TestPushes_FailedTry_KeepsItsUrgency(t *testing.T) {
	t.Parallel()
	shop, ana, push := onePush(t)
	shop.Change(ana, loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: "Anita"}})
	shop.UpdatePasses()
	shop.FinishPush(push, passes.PushTry{Result: passes.PushRetryLater})
	shop.Clock.Advance(queueing.PushInterval)
	if again := shop.ClaimPushes(); len(again) != 1 || again[0].Urgency != loyalty.PushCard {
		t.Errorf("the pushes are %+v, want one about the card", again)
	}
}

func TestPushes_StampWrittenByAReview_KeepsItsUrgency(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	shop.IssueAndInstallPass(ana, "anas")
	shop.IssueAndInstallPass(eva, "evas")
	shop.UpdatePasses()
	shop.SendPushes()
	shop.Visit(ana)
	shop.Change(eva, loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: "Evita"}})
	shop.Clock.Advance(time.Hour)
	other, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now})
	servicetest.Must(t, other, err)
	for more := true; more; { // the event of the visit is too old
		more, err = other.PassUpdater.Step(t.Context())
		servicetest.Must(t, more, err)
	}
	shop.UpdatePasses()
	urgencies := map[string]loyalty.PushUrgency{}
	for _, push := range shop.ClaimPushes() {
		urgencies[push.Holder.ID] = push.Urgency
	}
	if want := map[string]loyalty.PushUrgency{"anas": loyalty.PushCard, "evas": loyalty.PushRecord}; !maps.Equal(urgencies, want) {
		t.Errorf("the urgencies are %v, want PushCard for anas and PushRecord for evas: %v", urgencies, want)
	}
}

func TestPushes_RetryAfter_IsRespected(t *testing.T) {
	t.Parallel()
	shop, ana, push := onePush(t)
	shop.FinishPush(push, passes.PushTry{Result: passes.PushRetryLater, After: time.Minute})
	shop.FurtherVisit(ana)
	shop.UpdatePasses()
	if early := pushesAfter(shop, time.Minute-time.Second); early != 0 {
		t.Errorf("%d pushes are retried too early, want none", early)
	}
	shop.Clock.Advance(time.Second)
	if again := shop.ClaimPushes(); len(again) != 1 || again[0].Tries != 2 {
		t.Errorf("after a minute the pushes are %+v, want one second try", again)
	}
}

func TestPushes_ManyFailedTries_GivesUp(t *testing.T) {
	t.Parallel()
	shop, ana, push := onePush(t)
	tries := 1
	for again := []passes.ClaimedPush{push}; len(again) > 0; tries++ {
		shop.FinishPush(again[0], passes.PushTry{Result: passes.PushRetryLater})
		shop.Clock.Advance(24 * time.Hour)
		again = shop.ClaimPushes()
	}
	if tries-1 != queueing.MaxTries {
		t.Errorf("the push was tried %d times, want %d", tries-1, queueing.MaxTries)
	}
	shop.FurtherVisit(ana)
	shop.UpdatePasses()
	if again := shop.ClaimPushes(); len(again) != 1 || again[0].Tries != 1 {
		t.Errorf("the next stamp is pushed with %+v; want one and Tries 1", again)
	}
}

// If the push were dropped, an ended card would look valid in the wallet.
func TestPushes_VendorUnavailable_NeverGivesUp(t *testing.T) {
	t.Parallel()
	shop, _, push := onePush(t)
	for range 3 * queueing.MaxTries {
		shop.FinishPush(push, passes.PushTry{Result: passes.PushRetryLater, VendorUnavailable: true})
		shop.Clock.Advance(5 * time.Minute)
		again := shop.ClaimPushes()
		if len(again) != 1 || again[0].Tries != 1 {
			t.Fatalf("the retried pushes are %+v, want one first try", again)
		}
		push = again[0]
	}
}

func TestPushes_LeaseExpired_IsRetried(t *testing.T) {
	t.Parallel()
	shop, _, push := onePush(t)
	if early := pushesAfter(shop, queueing.Lease-time.Second); early != 0 {
		t.Error("another worker must not claim the push during the lease")
	}
	shop.Clock.Advance(time.Second)
	again := shop.ClaimPushes()
	if len(again) != 1 {
		t.Fatalf("after the lease there are %d pushes, want 1", len(again))
	}
	shop.FinishPush(push, passes.PushTry{Result: passes.PushRejected})
	shop.FinishPush(again[0], passes.PushTry{Result: passes.PushRetryLater})
	if third := pushesAfter(shop, time.Hour); third != 1 {
		t.Error("the late result of the first worker must not be stored")
	}
}

func TestPushes_HolderGone_IsRemoved(t *testing.T) {
	t.Parallel()
	shop, ana, push := onePush(t)
	shop.FinishPush(push, passes.PushTry{Result: passes.PushGone})
	shop.FurtherVisit(ana)
	shop.UpdatePasses()
	if notifiedCount := pushesAfter(shop, time.Hour); notifiedCount != 0 {
		t.Error("a removed holder must not get later changes")
	}
	if remaining := shop.Database.Rows(t, "SELECT holder FROM pass_holders"); len(remaining) != 0 {
		t.Errorf("the stored holders are %q, want none", remaining)
	}
}

func TestPushes_HolderRegisteredAgain_IsKept(t *testing.T) {
	t.Parallel()
	shop, ana, push := onePush(t)
	pass := shop.Pass(ana)
	_, err := shop.Cases.Passes.AddHolder(t.Context(), pass.Serial, pass.Token, loyalty.PassHolder{Vendor: loyalty.AppleWallet, ID: "anas", PushToken: "99999999"})
	servicetest.Must(t, 0, err)
	shop.FinishPush(push, passes.PushTry{Result: passes.PushGone})
	if remaining := shop.Database.Rows(t, "SELECT push_token FROM pass_holders"); len(remaining) != 1 {
		t.Errorf("the stored holders are %q, want one", remaining)
	}
}

func TestPushes_Stamp_PrecedesReviews(t *testing.T) {
	t.Parallel()
	k := newPassHolders(t)
	_, err := k.Cases.Businesses.ChangeSettings(t.Context(), k.Owner, servicetest.Targets(8), false)
	servicetest.Must(t, 0, err)
	k.UpdatePasses()
	k.Clock.Advance(time.Minute)
	k.Visit(k.sol)
	k.UpdatePasses()
	pushes := k.ClaimPushes()
	if len(pushes) != 3 || pushes[0].Holder.ID != "sols" {
		t.Errorf("the pushes are %+v; want 3, the first to sols", pushes)
	}
}

func TestPushes_VendorWithoutSettings_AreDiscarded(t *testing.T) {
	t.Parallel()
	k := newPassHolders(t)
	waitingAfter := func(after time.Duration) (waiting string) {
		k.Clock.Advance(after)
		servicetest.Must(t, 0, k.Cases.Maintenance.Run(t.Context()))
		return fmt.Sprint(k.Database.Rows(t, "SELECT count(*) FROM pass_holders WHERE push_at IS NOT NULL"))
	}
	k.Visit(k.eva)
	k.UpdatePasses()
	if waiting := waitingAfter(47 * time.Hour); waiting != "[1]" {
		t.Errorf("within two days %s pushes wait, want [1]", waiting)
	}
	if waiting := waitingAfter(2 * time.Hour); waiting != "[0]" {
		t.Errorf("after two days %s pushes wait, want [0]", waiting)
	}
	k.FurtherVisit(k.eva)
	if notifiedPhones := k.updateAndListPhones(); notifiedPhones != "[evas]" {
		t.Errorf("the next visit notifies %s, want [evas]", notifiedPhones)
	}
}

func TestPushes_SeveralHolders_AreAllNotified(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	pass := shop.IssueAndInstallPass(ana, "first")
	shop.InstallPass(pass, "second")
	shop.UpdatePasses()
	shop.Visit(ana)
	shop.Pass(ana) // fetched before the change was processed
	shop.UpdatePasses()
	if notifiedCount := len(shop.SendPushes()); notifiedCount != 2 {
		t.Errorf("%d phones are notified, want 2", notifiedCount)
	}
}

// Pushes about visits come before those about changed rules.
func TestPushes_LoadOfReviews_OnePushPerPass(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	count := 150 * servicetest.Effort()
	customers := make([]loyalty.Customer, count)
	for i := range customers {
		customers[i] = shop.Customer("Ana")
	}
	slices.SortFunc(customers, func(a, b loyalty.Customer) int { return strings.Compare(a.ID, b.ID) }) // the order in which a review goes
	for i, customer := range customers {
		shop.IssueAndInstallPass(customer, fmt.Sprintf("telephone%d", i))
	}
	shop.UpdatePasses()
	_, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, servicetest.Targets(8), false)
	servicetest.Must(t, 0, err)
	pushCounts, visitCount := map[string]int{}, 0
	for ; ; visitCount++ {
		more, err := shop.Cases.PassUpdater.Step(t.Context())
		servicetest.Must(t, 0, err)
		if !more {
			break
		}
		shop.Visit(customers[count-1-visitCount])
		_, err = shop.Cases.PassUpdater.Step(t.Context())
		servicetest.Must(t, 0, err)
		for i, push := range shop.ClaimPushes() {
			if first := fmt.Sprintf("telephone%d", count-1-visitCount); i == 0 && push.Holder.ID != first {
				t.Errorf("before the push to %s, who came first, there is a push to %s", first, push.Holder.ID)
			}
			shop.FinishPush(push, passes.PushTry{Result: passes.PushAccepted})
			pushCounts[push.Holder.ID]++
		}
	}
	if len(pushCounts) != count {
		t.Errorf("of %d phones %d are notified, want all", count, len(pushCounts))
	}
	for telephone, times := range pushCounts {
		if times != 1 {
			t.Errorf("phone %s is notified %d times, want once", telephone, times)
		}
	}
}
