package whatsapp

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/store/storetest"
	"axioma/internal/whatsapp/graphtest"
)

func newProcessor(t *testing.T, town *servicetest.Town) *NoticeProcessor {
	t.Helper()
	return NewNoticeProcessor(town.SecondServer(t).Inbox, slog.New(slog.NewTextHandler(io.Discard, nil)))
}

func storeNotices(t *testing.T, town *servicetest.Town, notices ...string) {
	t.Helper()
	for _, notice := range notices {
		if err := town.Cases.Inbox.StoreNotice(t.Context(), []byte(notice)); err != nil {
			t.Fatal(err)
		}
	}
}

func processAll(t *testing.T, l *NoticeProcessor) {
	t.Helper()
	for {
		count, err := l.step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if count == 0 {
			return
		}
	}
}

func noticeOf(field, inside string) string {
	return fmt.Sprintf(`{"object":"whatsapp_business_account","entry":[{"id":"102290129340398","changes":[{"field":%q,"value":{
		"messaging_product":"whatsapp","metadata":{"display_phone_number":"34600111222","phone_number_id":"106540352242922"},%s}}]}]}`, field, inside)
}

func statusOf(id, status string, at time.Time, more string) string {
	return noticeOf("messages", fmt.Sprintf(`"statuses":[{"id":%q,"status":%q,"timestamp":"%d","recipient_id":"34612345678"%s}]`, id, status, at.Unix(), more))
}

func textOf(id, phone, text string, at time.Time) string {
	return noticeOf("messages", fmt.Sprintf(`"contacts":[{"profile":{"name":"Ana"},"wa_id":%q}],
		"messages":[{"from":%q,"id":%q,"timestamp":"%d","type":"text","text":{"body":%q}}]`, phone[1:], phone[1:], id, at.Unix(), text))
}

func withMessage(t *testing.T, shop *servicetest.Shop, name, status, providerID string) (customer loyalty.Customer, messageID string) {
	t.Helper()
	customer = shop.Register(name)
	messageID = shop.Database.Rows(t, "SELECT id FROM messages WHERE customer_id = '"+customer.ID+"'")[0]
	shop.Database.Corrupt(t, fmt.Sprintf("UPDATE messages SET status = '%s', provider_id = %s WHERE id = '%s'", status, providerID, messageID))
	return customer, messageID
}

func messageStates(t *testing.T, town *servicetest.Town) []string {
	t.Helper()
	return town.Database.Rows(t, "SELECT status, coalesce(error, '-'), coalesce(delivered_at, 0), coalesce(read_at, 0) FROM messages WHERE kind = 'QR' ORDER BY created_at, id")
}

func TestNoticeProcessor_NoticesOfEachKind_AreApplied(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	at := shop.Clock.Now().Truncate(time.Second)
	ana, _ := withMessage(t, shop, "Ana", "SENT", "'wamid.a'")
	shop.Clock.Advance(time.Millisecond)
	_, unknown := withMessage(t, shop, "Berta", "UNKNOWN", "NULL")
	shop.Clock.Advance(time.Millisecond)
	carmen, _ := withMessage(t, shop, "Carmen", "SENT", "'wamid.c'")
	shop.Clock.Advance(time.Minute)
	storeNotices(t, shop.Town,
		statusOf("wamid.a", "read", at.Add(2*time.Second), `,"pricing":{"billable":true,"category":"utility"}`),
		statusOf("wamid.a", "delivered", at.Add(time.Second), ""),
		statusOf("wamid.b", "sent", at, `,"biz_opaque_callback_data":"`+unknown+`"`),
		statusOf("wamid.c", "failed", at, `,"errors":[{"code":131050,"title":"Unable to deliver the message."}]`),
		statusOf("wamid.z", "read", at, ""),
		statusOf("wamid.a", "warped", at, ""),
		textOf("wamid.in", ana.Phone, "BAJA", shop.Clock.Now()),
		`{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"account_update","value":{"event":"VERIFIED_ACCOUNT"}}]}]}`,
		`no JSON`, `[]`, `{"entry":{}}`, `{}`,
	)
	processAll(t, newProcessor(t, shop.Town))
	want := []string{
		fmt.Sprintf("READ - %d %d", at.Add(time.Second).UnixMilli(), at.Add(2*time.Second).UnixMilli()),
		"SENT - 0 0",
		"FAILED 131050: no quiere publicidad por WhatsApp 0 0",
	}
	if got := messageStates(t, shop.Town); !slices.Equal(got, want) {
		t.Errorf("messages are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	withdrawn := shop.Database.Rows(t, "SELECT customer_id, form FROM consents WHERE kind = 'EMAIL' AND NOT granted ORDER BY form")
	if want := []string{ana.ID + " WHATSAPP_REPLY", carmen.ID + " WHATSAPP_STOP"}; !slices.Equal(withdrawn, want) {
		t.Errorf("the withdrawn consents are %v, want one by a reply and one by STOP", withdrawn)
	}
	if remaining := shop.Database.Rows(t, "SELECT body FROM notices WHERE done_at IS NULL OR body IS NOT NULL"); len(remaining) != 0 {
		t.Errorf("notices not finished: %v", remaining)
	}
}

func TestDelivery_FailureAfterAcceptance_HasTheSameText(t *testing.T) {
	t.Parallel()
	const unknown = 987654
	at := time.Date(2026, 3, 26, 9, 0, 0, 0, time.UTC)
	provider := NewCloud(Account{}, nil)
	for code := range maps.Keys(provider.refusals) {
		mustSayTheSame(t, provider, code, at)
	}
	mustSayTheSame(t, provider, unknown, at)
	for _, code := range []string{`"131026"`, `null`, `1.5`} {
		notice, err := parseNotice(statusOf("wamid.a", "failed", at, `,"errors":[{"code":`+code+`}]`), at, refusals())
		if err != nil || len(notice.deliveries) != 1 || notice.deliveries[0].Error == "" {
			t.Errorf("with the code %s the notice was read as %+v, %v; want one delivery with a reason", code, notice, err)
		}
	}
}

func mustSayTheSame(t *testing.T, provider *Cloud, code int, at time.Time) {
	t.Helper()
	try := provider.interpretError(http.StatusBadRequest, graphError{Code: code})
	notice, err := parseNotice(statusOf("wamid.a", "failed", at, fmt.Sprintf(`,"errors":[{"code":%d,"title":"x"}]`, code)), at, refusals())
	if err != nil || len(notice.deliveries) != 1 {
		t.Fatalf("the notice with error code %d is parsed as %+v, %v; want len(deliveries) 1", code, notice, err)
	}
	if late := notice.deliveries[0]; late.Error != try.Error || late.OptedOut != try.OptedOut || late.Setup != (try.Hold == loyalty.HeldBySetup) {
		t.Errorf("%d: the later notice has %+v, the immediate refusal %+v", code, late, try)
	}
	if _, words, _ := strings.Cut(try.Error, ": "); words == "" {
		t.Errorf("%d: the refusal has no sentence: %q", code, try.Error)
	}
}

func TestInbound_HiddenPhone_KeepsTheProvidersID(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 26, 9, 0, 0, 0, time.UTC)
	for id, want := range map[string]string{
		"ES.13491208655302741918": "ES.13491208655302741918", "US.ENT.11815799212886844830": "US.ENT.11815799212886844830",
		"": "", "ES": "", "ES.": "", "ESP.1": "", "+34612345678": "", "ES.1 2": "", "ES.ñ": "", "ES." + strings.Repeat("1", 200): "",
	} {
		body := noticeOf("messages", fmt.Sprintf(`"messages":[{"from_user_id":%q,"id":"wamid.1","timestamp":"1","type":"text","text":{"body":"Hola"}}]`, id))
		notice, err := parseNotice(body, at, refusals())
		if err != nil || len(notice.messages) != 1 || notice.messages[0].HiddenID != want || notice.messages[0].Phone != "" {
			t.Errorf("the sender %q was read as %+v, %v; want one, HiddenID %v and no Phone", id, notice.messages, err, want)
		}
	}
}

func TestInbound_OptOut(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	now := shop.Clock.Now().Add(time.Second)
	for name, c := range map[string]struct {
		inside string
		stops  bool
	}{
		"a text":                        {`"messages":[{"from":"%s","id":"wamid.1","timestamp":"%d","type":"text","text":{"body":"Baja"}}]`, true},
		"a template's key":              {`"messages":[{"from":"%s","id":"wamid.2","timestamp":"%d","type":"button","button":{"payload":"x","text":"BAJA"}}]`, true},
		"a reply button":                {`"messages":[{"from":"%s","id":"wamid.3","timestamp":"%d","type":"interactive","interactive":{"type":"button_reply","button_reply":{"id":"x","title":"Baja"}}}]`, true},
		"marketing stopped in WhatsApp": {`"user_preferences":[{"wa_id":"%s","category":"marketing_messages","value":"stop","timestamp":%d,"detail":"User requested to stop marketing messages"}]`, true},
		"marketing resumed in WhatsApp": {`"user_preferences":[{"wa_id":"%s","category":"marketing_messages","value":"resume","timestamp":%d}]`, false},
		"another switch":                {`"user_preferences":[{"wa_id":"%s","category":"calls","value":"stop","timestamp":%d}]`, false},
		"Meta's button":                 {`"messages":[{"from":"%s","id":"wamid.7","timestamp":"%d","type":"button","button":{"payload":"Detener promociones","text":"Detener promociones"}}]`, true},
		"a payload":                     {`"messages":[{"from":"%s","id":"wamid.8","timestamp":"%d","type":"button","button":{"payload":"STOP_PROMOTIONS","text":"OK"}}]`, true},
		"a reply's id":                  {`"messages":[{"from":"%s","id":"wamid.9","timestamp":"%d","type":"interactive","interactive":{"type":"button_reply","button_reply":{"id":"opt-out","title":"OK"}}}]`, true},
		"a line of a list":              {`"messages":[{"from":"%s","id":"wamid.10","timestamp":"%d","type":"interactive","interactive":{"type":"list_reply","list_reply":{"id":"1","title":"Parar promociones"}}}]`, true},
		"a caption":                     {`"messages":[{"from":"%s","id":"wamid.4","timestamp":"%d","type":"image","image":{"caption":"Baja","id":"1"}}]`, true},
		"a reaction":                    {`"messages":[{"from":"%s","id":"wamid.11","timestamp":"%d","type":"reaction","reaction":{"message_id":"wamid.1","emoji":"👍"}}]`, false},
		"another button":                {`"messages":[{"from":"%s","id":"wamid.12","timestamp":"%d","type":"button","button":{"payload":"INFO","text":"Ver mi tarjeta"}}]`, false},
		"no id":                         {`"messages":[{"from":"%s","timestamp":"%d","type":"text","text":{"body":"Baja"}}]`, false},
		"no instant":                    {`"messages":[{"from":"%s","id":"wamid.5","timestamp":"x%d","type":"text","text":{"body":"Baja"}}]`, true},
		"a hidden phone":                {`"messages":[{"user_id":"ES.1","note":"%s %d","id":"wamid.6","type":"text","text":{"body":"Baja"}}]`, false},
	} {
		ana := shop.Register(name)
		shop.Clock.Advance(2 * time.Second)
		storeNotices(t, shop.Town, noticeOf("messages", fmt.Sprintf(c.inside, ana.Phone[1:], now.Unix())))
		now = shop.Clock.Now().Add(time.Second)
		processAll(t, newProcessor(t, shop.Town))
		withdrawn := shop.Database.Rows(t, "SELECT id FROM consents WHERE kind = 'WHATSAPP' AND NOT granted AND customer_id = '"+ana.ID+"'")
		if (len(withdrawn) > 0) != c.stops {
			t.Errorf("%s withdraws %d consents, want a withdrawal: %t", name, len(withdrawn), c.stops)
		}
	}
}

func TestNoticeProcessor_AnyOrderOnSeveralServers_EndsInTheSameState(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	at := shop.Clock.Now().Truncate(time.Second)
	var notices []string
	for i := range 12 {
		id := fmt.Sprintf("wamid.%d", i)
		withMessage(t, shop, fmt.Sprintf("Cliente %d", i), "SENT", "'"+id+"'")
		notices = append(notices, statusOf(id, "sent", at, ""), statusOf(id, "delivered", at.Add(time.Second), ""), statusOf(id, "read", at.Add(2*time.Second), ""),
			statusOf(id, "delivered", at.Add(time.Second), `,"again":true`))
	}
	servicetest.NewRandomSource(t).Rand("order").Shuffle(len(notices), func(i, j int) { notices[i], notices[j] = notices[j], notices[i] })
	storeNotices(t, shop.Town, notices...)
	var servers sync.WaitGroup
	for range 3 {
		server := newProcessor(t, shop.Town)
		servers.Go(func() { processAll(t, server) })
	}
	servers.Wait()
	want := fmt.Sprintf("READ - %d %d", at.Add(time.Second).UnixMilli(), at.Add(2*time.Second).UnixMilli())
	for _, state := range messageStates(t, shop.Town) {
		if state != want {
			t.Errorf("a message is %s, want %s", state, want)
		}
	}
}

func TestNoticeProcessor_CrashAfterStoring_LosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	shop.Clock.Advance(time.Second)
	storeNotices(t, shop.Town, textOf("wamid.in", ana.Phone, "BAJA", shop.Clock.Now()))
	crashedProcessor := newProcessor(t, shop.Town)
	notices, err := crashedProcessor.inbox.ClaimNotices(t.Context())
	if err != nil || len(notices) != 1 {
		t.Fatalf("the claimed notices are %v, %v; want one", notices, err)
	}
	notice, err := parseNotice(notices[0].Body, notices[0].ReceivedAt, refusals())
	if err != nil {
		t.Fatal(err)
	}
	if err := crashedProcessor.inbox.Receive(t.Context(), notice.messages[0]); err != nil {
		t.Fatal(err)
	}
	// The process ends here, before it records that the notice is done.
	shop.Clock.Advance(3 * time.Minute)
	processAll(t, newProcessor(t, shop.Town))
	if rows := shop.Database.Rows(t, "SELECT count(*) FROM messages WHERE kind = 'REPLY'"); rows[0] != "1" {
		t.Errorf("there are %s replies, want 1", rows[0])
	}
	if remaining := shop.Database.Rows(t, "SELECT id FROM notices WHERE done_at IS NULL"); len(remaining) != 0 {
		t.Errorf("notices not finished: %v", remaining)
	}
}

func TestInbound_NumberInWhatsAppsForm_FindsTheCustomer(t *testing.T) {
	t.Parallel()
	for input, whatsAppPhone := range map[string]string{
		"+52 55 1234 5678":   "+5215512345678",
		"+54 11 2345 6789":   "+5491123456789",
		"+54 9 11 2345 6789": "+5491123456789",
		"+55 31 98123 4567":  "+553181234567",
		"+55 31 8123 4567":   "+553181234567",
		"+55 11 98123 4567":  "+5511981234567",
	} {
		t.Run(input, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			lupe := shop.Change(shop.Register("Lupe"), loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: input}})
			shop.Clock.Advance(time.Second)
			storeNotices(t, shop.Town, textOf("wamid.1", whatsAppPhone, "BAJA", shop.Clock.Now()))
			processAll(t, newProcessor(t, shop.Town))
			if got := shop.Database.Rows(t, "SELECT phone FROM messages WHERE kind = 'REPLY'"); !slices.Equal(got, []string{lupe.Phone}) {
				t.Errorf("replies went to %v, want the phone of Lupe alone", got)
			}
		})
	}
}

// WhatsApp omits the ninth digit even if the rest looks like a landline.
func TestInbound_NumberFromAnEarlierResponse_FindsTheCustomer(t *testing.T) {
	t.Parallel()
	graph := graphtest.New("token", "v23.0")
	graph.Account = graphtest.WorkingAccount("1", map[string]string{"qr": "qr"})
	provider := NewCloud(Account{
		GraphURL: "http://graph.test", GraphVersion: "v23.0", Token: "token", PhoneNumberID: "1", Language: "es", Templates: map[string]string{"qr": "qr"},
	}, graph.Network(t, func() bool { return false }))
	shop := servicetest.New(t)
	form := shop.Form("Ana")
	form.Phone = "+55 31 93123 4567"
	registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range shop.ClaimMessages(10) {
		try := provider.Send(t.Context(), message)
		if try.WhatsAppID != "553131234567" {
			t.Errorf("the try names %q, want 553131234567", try.WhatsAppID)
		}
		shop.FinishMessage(message, try)
	}
	shop.Clock.Advance(time.Second)
	storeNotices(t, shop.Town, textOf("wamid.9", "+553131234567", "BAJA", shop.Clock.Now()))
	processAll(t, newProcessor(t, shop.Town))
	if got := shop.Database.Rows(t, "SELECT phone FROM messages WHERE kind = 'REPLY'"); !slices.Equal(got, []string{registration.Customer.Phone}) {
		t.Errorf("replies went to %v, want the registered phone alone", got)
	}
}

func TestNoticeProcessor_FailingNotice_IsRetriedAndBlocksNone(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Register("Ana"), shop.Register("Berta")
	shop.Clock.Advance(time.Second)
	storeNotices(t, shop.Town, textOf("wamid.1", ana.Phone, "BAJA", shop.Clock.Now()))
	shop.Database.Corrupt(t, "UPDATE businesses SET time_zone = 'Nowhere/Else'")
	l := newProcessor(t, shop.Town)
	if _, err := l.step(t.Context()); err == nil {
		t.Fatal("the step succeeded, want an error")
	}
	shop.Database.Corrupt(t, "UPDATE businesses SET time_zone = 'Europe/Madrid'")
	storeNotices(t, shop.Town, textOf("wamid.2", berta.Phone, "BAJA", shop.Clock.Now()))
	processAll(t, l)
	listReplies := func() []string {
		return shop.Database.Rows(t, "SELECT phone FROM messages WHERE kind = 'REPLY' ORDER BY phone")
	}
	if got := listReplies(); !slices.Equal(got, []string{berta.Phone}) {
		t.Errorf("replies went at once to %v, want Berta alone", got)
	}
	shop.Clock.Advance(3 * time.Minute)
	processAll(t, l)
	if got := listReplies(); !slices.Equal(got, []string{ana.Phone, berta.Phone}) {
		t.Errorf("replies went in the end to %v, want Ana and Berta", got)
	}
}

func TestNoticeProcessor_NoticeOfThisServer_IsProcessedAtOnce(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	synctest.Test(t, func(t *testing.T) {
		shop := servicetest.NewTownOn(t, database).Shop(t)
		withMessage(t, shop, "Ana", "SENT", "'wamid.a'")
		ctx, stop := context.WithCancel(t.Context())
		var work sync.WaitGroup
		work.Go(func() { NewNoticeProcessor(shop.Cases.Inbox, slog.New(slog.NewTextHandler(io.Discard, nil))).Run(ctx) })
		defer work.Wait()
		defer stop()
		time.Sleep(pollNotices / 2)
		synctest.Wait()
		began := time.Now()
		storeNotices(t, shop.Town, statusOf("wamid.a", "delivered", shop.Clock.Now(), ""))
		synctest.Wait()
		if state := messageStates(t, shop.Town)[0]; !strings.HasPrefix(state, "DELIVERED") {
			t.Errorf("the message is %s, want DELIVERED", state)
		}
		if took := time.Since(began); took >= pollNotices/4 {
			t.Errorf("the notice was processed after %s, want less than a quarter of pollNotices", took)
		}
	})
}
