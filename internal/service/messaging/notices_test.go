package messaging_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
)

func setSent(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, status loyalty.MessageStatus, providerID string) (messageID string) {
	t.Helper()
	messageID = shop.Database.Rows(t, "SELECT id FROM messages WHERE customer_id = '"+customer.ID+"' ORDER BY created_at DESC, id DESC")[0]
	provider := "NULL"
	if providerID != "" {
		provider = "'" + providerID + "'"
	}
	shop.Database.Corrupt(t, fmt.Sprintf("UPDATE messages SET status = '%s', provider_id = %s WHERE id = '%s'", status, provider, messageID))
	return messageID
}

func TestDelivery_ProviderIDOrOurs_FindsTheMessage(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Register("Ana"), shop.Register("Berta")
	setSent(t, shop, ana, loyalty.MessageSent, "wamid.ana")
	unknown := setSent(t, shop, berta, loyalty.MessageUnknown, "")
	at := shop.Clock.Now().Add(time.Minute).Truncate(time.Second)
	err := shop.Cases.Inbox.ApplyDeliveries(t.Context(), []loyalty.Delivery{
		{ProviderID: "wamid.ana", Status: loyalty.MessageRead, At: at},
		{ProviderID: "wamid.berta", MessageID: unknown, Status: loyalty.MessageSent, At: at},
		{ProviderID: "wamid.nobody", MessageID: "nothing", Status: loyalty.MessageRead, At: at},
	})
	if err != nil {
		t.Fatal(err)
	}
	rows := shop.Database.Rows(t, "SELECT phone, status, provider_id, coalesce(read_at, 0) FROM messages ORDER BY phone")
	want := []string{
		fmt.Sprintf("%s READ wamid.ana %d", ana.Phone, at.UnixMilli()),
		fmt.Sprintf("%s SENT wamid.berta 0", berta.Phone),
	}
	if !slices.Equal(rows, want) {
		t.Errorf("messages are\n%s\nwant\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
	}
}

func TestDelivery_BeforeTheTryResult_IsKept(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Register("Ana")
	claim, err := shop.Cases.Queue.Claim(t.Context(), messaging.ClaimRequest{BusinessID: shop.Business.ID, Lane: messaging.LaneRest, Max: 1})
	if err != nil || len(claim.Messages) != 1 {
		t.Fatalf("the claim took %+v, %v; want one message", claim, err)
	}
	message := claim.Messages[0]
	shop.Clock.Advance(10 * time.Second)
	at := shop.Clock.Now()
	tell := func() {
		t.Helper()
		err := shop.Cases.Inbox.ApplyDeliveries(t.Context(), []loyalty.Delivery{
			{ProviderID: "wamid.1", MessageID: message.ID, Status: loyalty.MessageDelivered, At: at},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	tell()
	state := func() []string {
		return shop.Database.Rows(t, "SELECT status, provider_id, last_try_at FROM messages")
	}
	// The provider's minute began later than the try.
	want := []string{fmt.Sprintf("DELIVERED wamid.1 %d", at.UnixMilli())}
	if got := state(); !slices.Equal(got, want) {
		t.Errorf("after the delivery the message is %v, want %v", got, want)
	}
	shop.Clock.Advance(time.Second)
	for name, try := range map[string]messaging.Try{
		"a success":     {Result: messaging.TryAccepted, ProviderID: "wamid.1"},
		"a lost answer": {Result: messaging.TryUnknown},
	} {
		if err := shop.Cases.Queue.Finish(t.Context(), message, try); err != nil {
			t.Fatal(err)
		}
		tell() // a repeat does not count
		if got := state(); !slices.Equal(got, want) {
			t.Errorf("after the worker reports %s the message is %v, want %v", name, got, want)
		}
	}
}

func TestDeliveries_Concurrent_OnlyMoveForward(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	at := shop.Clock.Now().Truncate(time.Second)
	var deliveries []loyalty.Delivery
	for i := range 30 {
		id := fmt.Sprintf("wamid.%d", i)
		setSent(t, shop, shop.Register(fmt.Sprintf("Cliente %d", i)), loyalty.MessageSent, id)
		for j, status := range []loyalty.MessageStatus{loyalty.MessageSent, loyalty.MessageDelivered, loyalty.MessageRead} {
			deliveries = append(deliveries, loyalty.Delivery{ProviderID: id, Status: status, At: at.Add(time.Duration(j) * time.Second)})
		}
	}
	backwards := slices.Clone(deliveries)
	slices.Reverse(backwards)
	var servers sync.WaitGroup
	for _, batch := range [][]loyalty.Delivery{deliveries, backwards} {
		server := shop.SecondServer(t)
		servers.Go(func() {
			if err := server.Inbox.ApplyDeliveries(t.Context(), batch); err != nil {
				t.Error(err)
			}
		})
	}
	servers.Wait()
	rows := shop.Database.Rows(t, "SELECT DISTINCT status, delivered_at, read_at FROM messages")
	want := fmt.Sprintf("READ %d %d", at.Add(time.Second).UnixMilli(), at.Add(2*time.Second).UnixMilli())
	if !slices.Equal(rows, []string{want}) {
		t.Errorf("messages are %v, want all %s", rows, want)
	}
}

func TestDelivery_OptedOut_WithdrawsConsents(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Register("Ana"), shop.Register("Berta")
	setSent(t, shop, ana, loyalty.MessageSent, "wamid.ana")
	setSent(t, shop, berta, loyalty.MessageSent, "wamid.berta")
	shop.Clock.Advance(time.Minute)
	for range 2 {
		err := shop.Cases.Inbox.ApplyDeliveries(t.Context(), []loyalty.Delivery{
			{ProviderID: "wamid.ana", Status: loyalty.MessageFailed, Error: "131050", OptedOut: true, At: shop.Clock.Now()},
			{ProviderID: "wamid.berta", Status: loyalty.MessageFailed, Error: "131026", At: shop.Clock.Now()},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	rows := shop.Database.Rows(t, "SELECT customer_id, form, count(*) FROM consents WHERE form <> 'PUBLIC_REGISTER' GROUP BY customer_id, form")
	if want := []string{ana.ID + " WHATSAPP_STOP 4"}; !slices.Equal(rows, want) {
		t.Errorf("the withdrawn consents are %v, want %v", rows, want)
	}
	if errors := shop.Database.Rows(t, "SELECT error FROM messages WHERE status = 'FAILED' ORDER BY error"); !slices.Equal(errors, []string{"131026", "131050"}) {
		t.Errorf("the messages' errors are %v, want 131026 and 131050", errors)
	}
}

func TestNotices_Unfinished_AreClaimedAgain(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.SecondServer(t)
	take := func(cases *service.Service) []messaging.Notice {
		t.Helper()
		notices, err := cases.Inbox.ClaimNotices(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return notices
	}
	for range 2 {
		if err := shop.Cases.Inbox.StoreNotice(t.Context(), []byte(`{"entry":[]}`)); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-shop.Cases.Inbox.NoticeStored():
	default:
		t.Error("storing a notice sends no signal")
	}
	claimedNotices := take(shop.Cases)
	if len(claimedNotices) != 1 || claimedNotices[0].Body != `{"entry":[]}` || !claimedNotices[0].ReceivedAt.Equal(shop.Clock.Now()) {
		t.Fatalf("the claimed notices are %+v, want one as stored", claimedNotices)
	}
	if again := take(other); len(again) != 0 {
		t.Errorf("a notice was claimed twice: %+v, want none", again)
	}
	// The worker has crashed.
	shop.Clock.Advance(2 * time.Minute)
	again := take(other)
	if len(again) != 1 || again[0] != claimedNotices[0] {
		t.Fatalf("after a crash the claimed notices are %+v, want the same one", again)
	}
	shop.Clock.Advance(2 * time.Minute)
	if claimedNotices := take(other); len(claimedNotices) != 0 {
		t.Errorf("the second pause must be longer than the first, but %+v was claimed", claimedNotices)
	}
	if err := other.Inbox.FinishNotice(t.Context(), again[0]); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Inbox.StoreNotice(t.Context(), []byte(`{"entry":[]}`)); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(time.Hour)
	if late := take(other); len(late) != 0 {
		t.Errorf("a finished notice was claimed again: %+v, want none", late)
	}
	if rows := shop.Database.Rows(t, "SELECT coalesce(body, 'gone') FROM notices"); !slices.Equal(rows, []string{"gone"}) {
		t.Errorf("the content of a finished notice is still stored: %v", rows)
	}
}

func TestNotices_ManyServers_ClaimEachOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	const all = 60
	for i := range all {
		if err := shop.Cases.Inbox.StoreNotice(t.Context(), fmt.Appendf(nil, `{"n":%d}`, i)); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	claimCounts := map[string]int{}
	var servers sync.WaitGroup
	for range 3 {
		server := shop.SecondServer(t)
		servers.Go(func() {
			for {
				notices, err := server.Inbox.ClaimNotices(t.Context())
				if err != nil {
					t.Error(err)
				}
				if len(notices) == 0 {
					return
				}
				mu.Lock()
				for _, notice := range notices {
					claimCounts[notice.ID]++
				}
				mu.Unlock()
			}
		})
	}
	servers.Wait()
	for id, times := range claimCounts {
		if times != 1 {
			t.Errorf("notice %s was claimed %d times, want 1", id, times)
		}
	}
	if len(claimCounts) != all {
		t.Errorf("%d notices were claimed, want all", len(claimCounts))
	}
}
