package service_test

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

// wrote is a message that somebody has just written; each is another.
func wrote(town *servicetest.Town, phone, text string) messaging.InboundMessage {
	town.Clock.Advance(time.Second)
	return messaging.InboundMessage{
		Inbound: messaging.Inbound{Phone: phone, At: town.Clock.Now().Truncate(time.Second)},
		ID:      "wamid." + town.Phone(), Text: text,
	}
}

// receive has the use cases deal with messages.
func receive(t *testing.T, cases *service.Service, messages ...messaging.InboundMessage) {
	t.Helper()
	for _, message := range messages {
		if err := cases.Inbox.Receive(t.Context(), message); err != nil {
			t.Fatal(err)
		}
	}
}

// replies are the answers to a phone.
func replies(t *testing.T, town *servicetest.Town, phone string) []string {
	t.Helper()
	return town.Database.Rows(t, "SELECT business_id, text FROM messages WHERE kind = 'REPLY' AND phone = '"+phone+"' ORDER BY created_at, id")
}

// granted are the purposes that a customer accepts now.
func granted(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) []string {
	t.Helper()
	return shop.Database.Rows(t, `SELECT kind FROM consents c WHERE customer_id = '`+customer.ID+`' AND granted AND kind <> 'PRIVACY' AND NOT EXISTS (
		SELECT 1 FROM consents n WHERE n.customer_id = c.customer_id AND n.kind = c.kind AND (n.given_at, n.id) > (c.given_at, c.id)) ORDER BY kind`)
}

func queueMarketing(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) {
	t.Helper()
	shop.Database.Corrupt(t, fmt.Sprintf(`INSERT INTO messages (business_id, id, customer_id, phone, kind, text, status, urgency, created_at)
		VALUES ('%s', 'm-%s', '%s', '%s', 'BIRTHDAY', 'Felicidades', 'QUEUED', 2, 1)`, shop.Business.ID, customer.ID, customer.ID, customer.Phone))
}

func TestBajaWithdrawsEveryMarketingConsentAndIsConfirmedOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Registered("Ana"), shop.Registered("Berta")
	for _, customer := range []loyalty.Customer{ana, berta} {
		queueMarketing(t, shop, customer)
	}
	first := wrote(shop.Town, ana.Phone, " ¡Baja! ")
	receive(t, shop.Cases, first, first, wrote(shop.Town, ana.Phone, "STOP"), wrote(shop.Town, ana.Phone, "baja"), first)
	if left := granted(t, shop, ana); len(left) != 0 {
		t.Errorf("she still accepts %v", left)
	}
	if others := granted(t, shop, berta); len(others) != 3 {
		t.Errorf("another accepts %v", others)
	}
	answers := replies(t, shop.Town, ana.Phone)
	if len(answers) != 1 || !strings.Contains(answers[0], "Hecho: no te enviaremos más mensajes promocionales de "+shop.Business.Name) {
		t.Errorf("she is answered %v", answers)
	}
	statuses := shop.Database.Rows(t, "SELECT phone, status FROM messages WHERE kind = 'BIRTHDAY' ORDER BY phone")
	if want := []string{ana.Phone + " DROPPED", berta.Phone + " QUEUED"}; !slices.Equal(statuses, want) {
		t.Errorf("what waited is %v", statuses)
	}
	if qr := shop.Database.Rows(t, "SELECT status FROM messages WHERE kind = 'QR' AND phone = '"+ana.Phone+"'"); !slices.Equal(qr, []string{"QUEUED"}) {
		t.Errorf("the QR that she asked for is %v", qr)
	}
	forms := shop.Database.Rows(t, "SELECT form, count(*) FROM consents WHERE NOT granted AND customer_id = '"+ana.ID+"' GROUP BY form ORDER BY form")
	if want := []string{"PUBLIC_REGISTER 1", "WHATSAPP_REPLY 4"}; !slices.Equal(forms, want) {
		t.Errorf("the history says %v", forms)
	}
	if events := shop.Database.Rows(t, "SELECT subject_id, detail FROM audit_events WHERE action = 'customer.unsubscribed'"); !slices.Equal(events, []string{ana.ID + " WHATSAPP_REPLY"}) {
		t.Errorf("the audit trail says %v", events)
	}
	expires := shop.Database.Rows(t, "SELECT expires_at FROM messages WHERE kind = 'REPLY'")
	if want := fmt.Sprint(first.At.Add(24 * time.Hour).UnixMilli()); !slices.Equal(expires, []string{want}) {
		t.Errorf("the answer is of use until %v, want %s", expires, want)
	}
}

func TestWhoHasAcceptedSinceMayOptOutAgainAndALateBajaDoesNotUndoIt(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Registered("Ana")
	late := wrote(shop.Town, ana.Phone, "BAJA")
	receive(t, shop.Cases, wrote(shop.Town, ana.Phone, "BAJA"))
	shop.Clock.Advance(time.Minute)
	for _, kind := range []loyalty.ConsentKind{loyalty.ConsentWhatsApp, loyalty.ConsentPromotions} {
		if err := shop.Cases.Self.SetConsent(t.Context(), inPortal(shop, ana), kind, true); err != nil {
			t.Fatal(err)
		}
	}
	receive(t, shop.Cases, late)
	if left := granted(t, shop, ana); !slices.Equal(left, []string{"PROMOTIONS", "WHATSAPP"}) {
		t.Errorf("after a message from before she accepts %v", left)
	}
	receive(t, shop.Cases, wrote(shop.Town, ana.Phone, "BAJA"))
	if left := granted(t, shop, ana); len(left) != 0 {
		t.Errorf("after another message she accepts %v", left)
	}
}

func TestTheSwitchOfTheTelephoneStopsMarketingAndIsConfirmedOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Registered("Ana")
	shop.Clock.Advance(time.Second)
	stop := messaging.Inbound{Phone: ana.Phone, At: shop.Clock.Now().Truncate(time.Second)}
	for range 3 {
		if err := shop.Cases.Inbox.StopMarketing(t.Context(), stop); err != nil {
			t.Fatal(err)
		}
	}
	receive(t, shop.Cases, wrote(shop.Town, ana.Phone, "BAJA"))
	if left := granted(t, shop, ana); len(left) != 0 {
		t.Errorf("she still accepts %v", left)
	}
	if answers := replies(t, shop.Town, ana.Phone); len(answers) != 1 {
		t.Errorf("she is answered %v", answers)
	}
	if forms := shop.Database.Rows(t, "SELECT DISTINCT form FROM consents WHERE form LIKE 'WHATSAPP%'"); !slices.Equal(forms, []string{"WHATSAPP_STOP"}) {
		t.Errorf("the forms are %v", forms)
	}
}

func TestOneBajaHoldsAtEveryBusinessAndIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	first, second, third := town.Shop(t), town.Shop(t), town.Shop(t)
	ana := first.Registered("Ana")
	there := alsoAt(t, second, ana)
	gone := third.Registered("Berta")
	third.Archive(gone)
	first.Suspend() // it answers nobody
	receive(t, town.Cases, wrote(town, ana.Phone, "BAJA"), wrote(town, gone.Phone, "BAJA"), wrote(town, town.Phone(), "BAJA"))
	if left := append(granted(t, first, ana), granted(t, second, there)...); len(left) != 0 {
		t.Errorf("she still accepts %v", left)
	}
	answers := replies(t, town, ana.Phone)
	if len(answers) != 1 || !strings.HasPrefix(answers[0], second.Business.ID) ||
		!strings.Contains(answers[0], "de los negocios que te escriben desde este número") {
		t.Errorf("she is answered %v", answers)
	}
	for _, shop := range []*servicetest.Shop{first, second, third} {
		if strings.Contains(answers[0], shop.Business.Name) {
			t.Errorf("one business reads of another that she is its customer: %s", answers[0])
		}
	}
	if all := town.Database.Rows(t, "SELECT count(*) FROM messages WHERE kind = 'REPLY'"); !slices.Equal(all, []string{"1"}) {
		t.Errorf("%v answers in all", all)
	}
}

// alsoAt registers a customer of one shop at another.
func alsoAt(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) loyalty.Customer {
	t.Helper()
	form := shop.Form(customer.Name)
	form.Phone = customer.Phone
	registered, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "")
	if err != nil {
		t.Fatal(err)
	}
	return registered.Customer
}

func TestABajaToABusinessesOwnNumberIsForThatBusiness(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shared := town.Shop(t)
	own := town.Shop(t, func(b *loyalty.Business) { b.WhatsApp.PhoneNumberID = "2020" })
	ana := shared.Registered("Ana")
	there := alsoAt(t, own, ana)
	to := func(number string) messaging.InboundMessage {
		message := wrote(town, ana.Phone, "BAJA")
		message.Number = number
		return message
	}
	receive(t, town.Cases, to("2020"))
	if here, left := granted(t, shared, ana), granted(t, own, there); len(here) != 3 || len(left) != 0 {
		t.Errorf("after writing to one she accepts %v at the other and %v there", here, left)
	}
	if err := town.Cases.Self.SetConsent(t.Context(), inPortal(own, there), loyalty.ConsentPromotions, true); err != nil {
		t.Fatal(err)
	}
	town.Clock.Advance(time.Minute)
	receive(t, town.Cases, to(servicetest.NumberID))
	if left := append(granted(t, shared, ana), granted(t, own, there)...); len(left) != 0 {
		t.Errorf("after writing to the platform she accepts %v", left)
	}
	senders := town.Database.Rows(t, "SELECT COALESCE(sender, 'platform') FROM messages WHERE kind = 'REPLY' ORDER BY created_at, id")
	if !slices.Equal(senders, []string{"2020", "platform"}) {
		t.Errorf("each has to be answered from the number that she wrote to: %v", senders)
	}
}

func TestAHiddenPhoneOptsOutByTheMessageThatItAnswers(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Registered("Ana")
	sent(t, shop, ana, loyalty.MessageSent, "wamid.ana")
	message := wrote(shop.Town, "", "BAJA")
	receive(t, shop.Cases, message)
	if left := granted(t, shop, ana); len(left) != 3 {
		t.Fatalf("nobody knows who wrote, and she accepts %v", left)
	}
	message = wrote(shop.Town, "", "BAJA")
	message.Quoted = "wamid.ana"
	receive(t, shop.Cases, message)
	if left := granted(t, shop, ana); len(left) != 0 {
		t.Errorf("she still accepts %v", left)
	}
	if answers := replies(t, shop.Town, ana.Phone); len(answers) != 1 {
		t.Errorf("she is answered %v", answers)
	}
}

func TestServersThatAreToldOfOneBajaAtOnceConfirmItOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Registered("Ana")
	same, other := wrote(shop.Town, ana.Phone, "BAJA"), wrote(shop.Town, ana.Phone, "STOP")
	var servers sync.WaitGroup
	for i := range 8 {
		server, message := shop.Copy(t), same
		if i%2 == 0 {
			message = other
		}
		servers.Go(func() {
			if err := server.Inbox.Receive(t.Context(), message); err != nil {
				t.Error(err)
			}
		})
	}
	servers.Wait()
	if answers := replies(t, shop.Town, ana.Phone); len(answers) != 1 {
		t.Errorf("she is answered %v", answers)
	}
}

func TestOtherMessagesAreNeitherAnsweredNorKept(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Registered("Ana")
	before := shop.Database.Dump(t)
	receive(t, shop.Cases, wrote(shop.Town, ana.Phone, "¿A qué hora cerráis? Mi hermano trabaja."))
	if after := shop.Database.Dump(t); !slices.Equal(before, after) {
		t.Errorf("written: %v", after)
	}
}
