package messaging_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
)

func queueMarketing(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) {
	t.Helper()
	shop.Database.Corrupt(t, fmt.Sprintf(`INSERT INTO messages (business_id, id, customer_id, phone, kind, text, status, urgency, created_at)
		VALUES ('%s', 'm-%s', '%s', '%s', 'BIRTHDAY', 'Felicidades', 'QUEUED', 2, 1)`, shop.Business.ID, customer.ID, customer.ID, customer.Phone))
}

func TestOptOut_Baja_WithdrawsAllMarketingAndConfirmsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Register("Ana"), shop.Register("Berta")
	for _, customer := range []loyalty.Customer{ana, berta} {
		queueMarketing(t, shop, customer)
	}
	first := servicetest.InboundText(shop.Town, ana.Phone, " ¡Baja! ")
	servicetest.Receive(t, shop.Cases, first, first, servicetest.InboundText(shop.Town, ana.Phone, "STOP"), servicetest.InboundText(shop.Town, ana.Phone, "baja"), first)
	if remaining := servicetest.GrantedConsents(t, shop, ana); len(remaining) != 0 {
		t.Errorf("the customer accepts %v, want nothing", remaining)
	}
	if others := servicetest.GrantedConsents(t, shop, berta); len(others) != 3 {
		t.Errorf("the other customer still accepts %v, want 3 consents", others)
	}
	answers := servicetest.Replies(t, shop.Town, ana.Phone)
	if len(answers) != 1 || !strings.Contains(answers[0], "Hecho: no te enviaremos más mensajes promocionales de "+shop.Business.Name) {
		t.Errorf("the replies are %v, want one confirmation by the business", answers)
	}
	statuses := shop.Database.Rows(t, "SELECT phone, status FROM messages WHERE kind = 'BIRTHDAY' ORDER BY phone")
	if want := []string{ana.Phone + " DROPPED", berta.Phone + " QUEUED"}; !slices.Equal(statuses, want) {
		t.Errorf("the queued messages are %v, want %v", statuses, want)
	}
	if qr := shop.Database.Rows(t, "SELECT status FROM messages WHERE kind = 'QR' AND phone = '"+ana.Phone+"'"); !slices.Equal(qr, []string{"QUEUED"}) {
		t.Errorf("the requested QR is %v, want only QUEUED", qr)
	}
	forms := shop.Database.Rows(t, "SELECT form, count(*) FROM consents WHERE NOT granted AND customer_id = '"+ana.ID+"' GROUP BY form ORDER BY form")
	if want := []string{"PUBLIC_REGISTER 1", "WHATSAPP_REPLY 4"}; !slices.Equal(forms, want) {
		t.Errorf("the history of consents has %v, want %v", forms, want)
	}
	if events := shop.Database.Rows(t, "SELECT subject_id, detail FROM audit_events WHERE action = 'customer.unsubscribed'"); !slices.Equal(events, []string{ana.ID + " WHATSAPP_REPLY"}) {
		t.Errorf("the audit trail has %v, want %v", events, []string{ana.ID + " WHATSAPP_REPLY"})
	}
	expires := shop.Database.Rows(t, "SELECT expires_at FROM messages WHERE kind = 'REPLY'")
	if want := fmt.Sprint(first.At.Add(24 * time.Hour).UnixMilli()); !slices.Equal(expires, []string{want}) {
		t.Errorf("the reply expires at %v, want %s", expires, want)
	}
}

func TestOptOut_AfterNewConsent_WorksAgainAndLateBajaIsIgnored(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	late := servicetest.InboundText(shop.Town, ana.Phone, "BAJA")
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, "BAJA"))
	shop.Clock.Advance(time.Minute)
	for _, kind := range []loyalty.ConsentKind{loyalty.ConsentWhatsApp, loyalty.ConsentPromotions} {
		if err := shop.Cases.SelfService.SetConsent(t.Context(), servicetest.PortalUser(shop, ana), kind, true); err != nil {
			t.Fatal(err)
		}
	}
	servicetest.Receive(t, shop.Cases, late)
	if remaining := servicetest.GrantedConsents(t, shop, ana); !slices.Equal(remaining, []string{"PROMOTIONS", "WHATSAPP"}) {
		t.Errorf("after an earlier message the customer accepts %v, want PROMOTIONS and WHATSAPP", remaining)
	}
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, "BAJA"))
	if remaining := servicetest.GrantedConsents(t, shop, ana); len(remaining) != 0 {
		t.Errorf("after another message the customer accepts %v, want nothing", remaining)
	}
}

func TestOptOut_WhatsAppSwitch_StopsMarketingAndConfirmsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	shop.Clock.Advance(time.Second)
	stop := messaging.Inbound{Phone: ana.Phone, At: shop.Clock.Now().Truncate(time.Second)}
	for range 3 {
		if err := shop.Cases.Inbox.StopMarketing(t.Context(), stop); err != nil {
			t.Fatal(err)
		}
	}
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, "BAJA"))
	if remaining := servicetest.GrantedConsents(t, shop, ana); len(remaining) != 0 {
		t.Errorf("the customer accepts %v, want nothing", remaining)
	}
	if answers := servicetest.Replies(t, shop.Town, ana.Phone); len(answers) != 1 {
		t.Errorf("the replies are %v, want one", answers)
	}
	if forms := shop.Database.Rows(t, "SELECT DISTINCT form FROM consents WHERE form LIKE 'WHATSAPP%'"); !slices.Equal(forms, []string{"WHATSAPP_STOP"}) {
		t.Errorf("the forms are %v, want only WHATSAPP_STOP", forms)
	}
}

func TestOptOut_PlatformNumber_HoldsAtAllBusinesses(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	first, second, third := town.Shop(t), town.Shop(t), town.Shop(t)
	ana := first.Register("Ana")
	other := alsoAt(t, second, ana)
	archivedCustomer := third.Register("Berta")
	third.Archive(archivedCustomer)
	first.Suspend() // a suspended business sends no replies
	servicetest.Receive(t, town.Cases, servicetest.InboundText(town, ana.Phone, "BAJA"), servicetest.InboundText(town, archivedCustomer.Phone, "BAJA"), servicetest.InboundText(town, town.Phone(), "BAJA"))
	if remaining := append(servicetest.GrantedConsents(t, first, ana), servicetest.GrantedConsents(t, second, other)...); len(remaining) != 0 {
		t.Errorf("the customer still accepts %v at the two businesses, want nothing", remaining)
	}
	answers := servicetest.Replies(t, town, ana.Phone)
	if len(answers) != 1 || !strings.HasPrefix(answers[0], second.Business.ID) ||
		!strings.Contains(answers[0], "de los negocios que te escriben desde este número") {
		t.Errorf("the replies are %v, want one confirmation by the platform", answers)
	}
	for _, shop := range []*servicetest.Shop{first, second, third} {
		if strings.Contains(answers[0], shop.Business.Name) {
			t.Errorf("a reply names another business of the customer: %s", answers[0])
		}
	}
	if all := town.Database.Rows(t, "SELECT count(*) FROM messages WHERE kind = 'REPLY'"); !slices.Equal(all, []string{"1"}) {
		t.Errorf("there are %v replies in all, want 1", all)
	}
}

func alsoAt(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) loyalty.Customer {
	t.Helper()
	form := shop.Form(customer.Name)
	form.Phone = customer.Phone
	registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "")
	if err != nil {
		t.Fatal(err)
	}
	return registration.Customer
}

func TestOptOut_OwnNumber_HoldsAtThatBusiness(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	sharedShop := town.Shop(t)
	own := town.Shop(t, func(b *loyalty.Business) { b.WhatsApp.PhoneNumberID = "2020" })
	ana := sharedShop.Register("Ana")
	other := alsoAt(t, own, ana)
	to := func(number string) messaging.InboundMessage {
		message := servicetest.InboundText(town, ana.Phone, "BAJA")
		message.Number = number
		return message
	}
	servicetest.Receive(t, town.Cases, to("2020"))
	if here, remaining := servicetest.GrantedConsents(t, sharedShop, ana), servicetest.GrantedConsents(t, own, other); len(here) != 3 || len(remaining) != 0 {
		t.Errorf("after an opt-out at one business the customer accepts %v there and %v at the other, want nothing and 3 consents", remaining, here)
	}
	if err := town.Cases.SelfService.SetConsent(t.Context(), servicetest.PortalUser(own, other), loyalty.ConsentPromotions, true); err != nil {
		t.Fatal(err)
	}
	town.Clock.Advance(time.Minute)
	servicetest.Receive(t, town.Cases, to(servicetest.NumberID))
	if remaining := append(servicetest.GrantedConsents(t, sharedShop, ana), servicetest.GrantedConsents(t, own, other)...); len(remaining) != 0 {
		t.Errorf("after an opt-out at the platform the customer accepts %v, want none", remaining)
	}
	senders := town.Database.Rows(t, "SELECT COALESCE(sender, 'platform') FROM messages WHERE kind = 'REPLY' ORDER BY created_at, id")
	if !slices.Equal(senders, []string{"2020", "platform"}) {
		t.Errorf("each reply must be sent from the number that received the message: %v", senders)
	}
}

func TestOptOut_HiddenPhone_UsesTheQuotedMessage(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	setSent(t, shop, ana, loyalty.MessageSent, "wamid.ana")
	message := servicetest.InboundText(shop.Town, "", "BAJA")
	servicetest.Receive(t, shop.Cases, message)
	if remaining := servicetest.GrantedConsents(t, shop, ana); len(remaining) != 3 {
		t.Fatalf("after a message from an unknown sender the customer accepts %v, want 3 consents", remaining)
	}
	message = servicetest.InboundText(shop.Town, "", "BAJA")
	message.QuotedID = "wamid.ana"
	servicetest.Receive(t, shop.Cases, message)
	if remaining := servicetest.GrantedConsents(t, shop, ana); len(remaining) != 0 {
		t.Errorf("the customer accepts %v, want nothing", remaining)
	}
	if answers := servicetest.Replies(t, shop.Town, ana.Phone); len(answers) != 1 {
		t.Errorf("the replies are %v, want one", answers)
	}
}

func TestOptOut_ManyServers_ConfirmOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	same, other := servicetest.InboundText(shop.Town, ana.Phone, "BAJA"), servicetest.InboundText(shop.Town, ana.Phone, "STOP")
	var servers sync.WaitGroup
	for i := range 8 {
		server, message := shop.SecondServer(t), same
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
	if answers := servicetest.Replies(t, shop.Town, ana.Phone); len(answers) != 1 {
		t.Errorf("the replies are %v, want one", answers)
	}
}

func TestInbound_MessageOfStranger_IsNeitherAnsweredNorKept(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	archivedCustomer := shop.Register("Berta")
	shop.Archive(archivedCustomer)
	before := shop.Database.Dump(t)
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, shop.Phone(), "¿A qué hora cerráis?"), servicetest.InboundText(shop.Town, archivedCustomer.Phone, "Hola"), servicetest.InboundText(shop.Town, "", "Hola"))
	if after := shop.Database.Dump(t); !slices.Equal(before, after) {
		t.Errorf("the message must not change the database: %v", after)
	}
}

func TestInbound_OtherMessageOfCustomer_IsAnsweredOnceADayAndKept(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	phone := loyalty.SettingChanges{Premises: loyalty.PremisesChanges{Phone: loyalty.Change{Sent: true, Value: "911222333"}}}
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, phone, false); err != nil {
		t.Fatal(err)
	}
	first := servicetest.InboundText(shop.Town, ana.Phone, "¿A qué hora cerráis?")
	servicetest.Receive(t, shop.Cases, first, first, servicetest.InboundText(shop.Town, ana.Phone, ""), servicetest.InboundText(shop.Town, ana.Phone, "Mi hermano trabaja"))
	answers := servicetest.Replies(t, shop.Town, ana.Phone)
	if len(answers) != 1 || !strings.Contains(answers[0], "+34911222333") || !strings.Contains(answers[0], "BAJA") {
		t.Errorf("the replies are %q, want one with the number and the way to stop", answers)
	}
	if remaining := servicetest.GrantedConsents(t, shop, ana); len(remaining) != 3 {
		t.Errorf("the customer accepts %v, want 3 consents", remaining)
	}
	shop.Clock.Advance(24 * time.Hour)
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, "¿Y mañana?"))
	if answers := servicetest.Replies(t, shop.Town, ana.Phone); len(answers) != 2 {
		t.Errorf("on the next day there are %d replies, want 2", len(answers))
	}
	if got, want := textsOf(t, shop, ana), []string{"¿Y mañana?", "Mi hermano trabaja", "¿A qué hora cerráis?"}; !slices.Equal(got, want) {
		t.Errorf("the stored texts are %q, want %q", got, want)
	}
}

func textsOf(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) []string {
	t.Helper()
	texts, err := shop.Cases.Messages.CustomerTexts(t.Context(), shop.Owner, customer.ID)
	if err != nil {
		t.Fatal(err)
	}
	words := []string{}
	for _, text := range texts {
		words = append(words, text.Text)
	}
	return words
}

func TestInbound_OldMessage_IsKeptAndNotAnswered(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	late := servicetest.InboundText(shop.Town, ana.Phone, "Hola")
	shop.Clock.Advance(24 * time.Hour)
	servicetest.Receive(t, shop.Cases, late)
	if answers := servicetest.Replies(t, shop.Town, ana.Phone); len(answers) != 0 {
		t.Errorf("WhatsApp refuses a reply after a day, but there are %q", answers)
	}
	if texts := textsOf(t, shop, ana); !slices.Equal(texts, []string{"Hola"}) {
		t.Errorf("the stored texts are %q, want only Hola", texts)
	}
}

func TestInbound_ButtonWithPayload_OptsOut(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Register("Ana"), shop.Register("Berta")
	labelMessage, payloadMessage := servicetest.InboundText(shop.Town, ana.Phone, "Detener promociones"), servicetest.InboundText(shop.Town, berta.Phone, "Vale")
	payloadMessage.Payload = "STOP_PROMOTIONS"
	servicetest.Receive(t, shop.Cases, labelMessage, payloadMessage)
	if remaining := append(servicetest.GrantedConsents(t, shop, ana), servicetest.GrantedConsents(t, shop, berta)...); len(remaining) != 0 {
		t.Errorf("the two customers still accept %v, want nothing", remaining)
	}
	if texts := textsOf(t, shop, ana); !slices.Equal(texts, []string{"Detener promociones"}) {
		t.Errorf("the stored texts are %q, want only Detener promociones", texts)
	}
}

func TestInbound_TextToSharedNumber_ReachesOneBusiness(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	first, second := town.Shop(t), town.Shop(t)
	ana := first.Register("Ana")
	town.Clock.Advance(time.Minute)
	other := alsoAt(t, second, ana) // has the newest message: the QR
	servicetest.Receive(t, town.Cases, servicetest.InboundText(town, ana.Phone, "Hola"))
	setSent(t, first, ana, loyalty.MessageSent, "wamid.quoted")
	quoting := servicetest.InboundText(town, ana.Phone, "Gracias")
	quoting.QuotedID = "wamid.quoted"
	servicetest.Receive(t, town.Cases, quoting)
	if got := textsOf(t, second, other); !slices.Equal(got, []string{"Hola"}) {
		t.Errorf("the business that wrote last has the texts %q, want only Hola", got)
	}
	if got := textsOf(t, first, ana); !slices.Equal(got, []string{"Gracias"}) {
		t.Errorf("the quoted business has the texts %q, want only Gracias", got)
	}
}

func TestCustomerTexts_BeyondTheirNumberOrPeriod_AreRemoved(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	for range loyalty.MaxCustomerTexts + 2 {
		servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, strings.Repeat("largo ", 400)))
	}
	rows := shop.Database.Rows(t, "SELECT count(*), max(length(text)) FROM customer_texts")
	if want := fmt.Sprintf("%d 1000", loyalty.MaxCustomerTexts); !slices.Equal(rows, []string{want}) {
		t.Errorf("the stored texts are %v, want %s", rows, want)
	}
	shop.Clock.Advance(loyalty.CustomerTextRetention)
	if texts := textsOf(t, shop, ana); len(texts) != 0 {
		t.Errorf("after the period %d texts are shown, want none", len(texts))
	}
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rows := shop.Database.Rows(t, "SELECT count(*) FROM customer_texts"); rows[0] != "0" {
		t.Errorf("after the period %s rows are stored, want 0", rows[0])
	}
}

func TestCustomerTexts_MergeAndUndo_FollowTheRecord(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, double := shop.Register("Ana"), shop.Register("Ana")
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, double.Phone, "¿Tenéis hueco?"))
	mergeResult, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, double.ID)
	if err != nil {
		t.Fatal(err)
	}
	if texts := textsOf(t, shop, ana); !slices.Equal(texts, []string{"¿Tenéis hueco?"}) {
		t.Errorf("after the merge the record has %q, want %q", texts, []string{"¿Tenéis hueco?"})
	}
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, mergeResult.MergeID); err != nil {
		t.Fatal(err)
	}
	if keptTexts, back := textsOf(t, shop, ana), textsOf(t, shop, double); len(keptTexts) != 0 || len(back) != 1 {
		t.Errorf("after the undo the records have %q and %q; want none and one", keptTexts, back)
	}
}

func TestCustomerTexts_OtherBusinessAndEmailSession_SeeNothing(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	ana := shop.Register("Ana")
	servicetest.Receive(t, town.Cases, servicetest.InboundText(town, ana.Phone, "Hola"))
	if _, err := town.Cases.Messages.CustomerTexts(t.Context(), other.Owner, ana.ID); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("another business gets %v, want ErrCustomerNotFound", err)
	}
	user := servicetest.PortalUser(shop, ana)
	own, err := town.Cases.SelfService.Data(t.Context(), user)
	if err != nil || len(own.Texts) != 1 {
		t.Errorf("a session by phone sees %v (%v), want one text", own.Texts, err)
	}
	user.Email = "somebody@correo.test"
	if own, err = town.Cases.SelfService.Data(t.Context(), user); err != nil || len(own.Texts) != 0 {
		t.Errorf("a session by e-mail sees %v (%v), want no text", own.Texts, err)
	}
}
