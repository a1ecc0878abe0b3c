package access_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

func TestPhoneProof_MessageFromThePhone_VerifiesIt(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Register("Ana Ruiz"), shop.Register("Berta")
	text := servicetest.ProofMessage(t, servicetest.RequestProof(t, shop, ana))
	if !strings.HasPrefix(text, "Confirmo mi número en "+shop.Business.Name+". Código ") {
		t.Errorf("the message is %q, want the sentence with the code", text)
	}
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, berta.Phone, text), servicetest.InboundText(shop.Town, shop.Phone(), text), servicetest.InboundText(shop.Town, "", text))
	if servicetest.IsPhoneVerified(t, shop, ana) || servicetest.IsPhoneVerified(t, shop, berta) {
		t.Fatal("a message from another phone verified the customer")
	}
	if answers := servicetest.Replies(t, shop.Town, berta.Phone); len(answers) != 1 || !strings.Contains(answers[0], "es de otro número") || strings.Contains(answers[0], "Ana") {
		t.Errorf("the replies to the other phone are %v, want one that names no customer", answers)
	}
	message := servicetest.InboundText(shop.Town, ana.Phone, text)
	servicetest.Receive(t, shop.Cases, message, message)
	if !servicetest.IsPhoneVerified(t, shop, ana) || servicetest.IsPhoneVerified(t, shop, berta) {
		t.Error("a message from the customer's phone does not verify it")
	}
	answers := servicetest.Replies(t, shop.Town, ana.Phone)
	if len(answers) != 1 || !strings.Contains(answers[0], "¡Gracias, Ana!") || !strings.HasSuffix(answers[0],
		"https://axioma.test/api/public/customers/"+ana.QR()+"/qr.png Tu tarjeta: https://axioma.test/portal?bid="+shop.Business.ID) {
		t.Errorf("the replies are %v, want one with thanks and the QR", answers)
	}
	if events := shop.Database.Rows(t, "SELECT subject_id FROM audit_events WHERE action = 'customer.phone-verified'"); !slices.Equal(events, []string{ana.ID}) {
		t.Errorf("the phone-verified events are for %v, want only the customer", events)
	}
	shop.Change(ana, loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: "Ana Gil"}})
	if !servicetest.IsPhoneVerified(t, shop, ana) {
		t.Error("a change of the name made the phone unverified")
	}
	shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
	if servicetest.IsPhoneVerified(t, shop, ana) {
		t.Error("a new phone counts as verified")
	}
}

func TestPhoneProof_PhoneChangedMeanwhile_StaysUnverified(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	before := shop.Customer("Ana")
	shop.Change(before, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
	prove := func(tx *store.Tx) error { return tx.Phones().NoteVerification(before, shop.Clock.Now()) }
	if err := shop.Store.InBusiness(t.Context(), shop.Business.ID, prove); err != nil {
		t.Fatal(err)
	}
	if servicetest.IsPhoneVerified(t, shop, before) {
		t.Error("the new phone counts as verified")
	}
}

func TestPhoneProof_CodeAndTicket_AreStoredAsKeyedHashes(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	request := servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID)
	text := servicetest.ProofMessage(t, request)
	code := text[len(text)-9:]
	for _, row := range shop.Database.Rows(t, "SELECT code_hash, ticket_hash FROM phone_proofs") {
		if strings.Contains(row, code) || strings.Contains(row, request.Ticket) {
			t.Errorf("the stored row contains the code or the ticket: %s", row)
		}
	}
}

func TestPhoneProof_RegistrationCode_ExpiresAfterAnHour(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	early, late := servicetest.RequestProof(t, shop, ana), servicetest.RequestProof(t, shop, ana)
	if !early.ExpiresAt.Equal(shop.Clock.Now().Add(time.Hour)) {
		t.Errorf("the request expires at %s, want an hour from now", early.ExpiresAt)
	}
	shop.Clock.Set(early.ExpiresAt.Add(-time.Second))
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, servicetest.ProofMessage(t, late)))
	if servicetest.IsPhoneVerified(t, shop, ana) {
		t.Error("the code was accepted after an hour")
	}
	if answers := servicetest.Replies(t, shop.Town, ana.Phone); len(answers) != 1 || !strings.Contains(answers[0], "ya no vale") {
		t.Errorf("the replies are %v, want one about an expired code", answers)
	}
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, servicetest.ProofMessage(t, servicetest.RequestProof(t, shop, ana))))
	if !servicetest.IsPhoneVerified(t, shop, ana) {
		t.Error("a new code was not accepted")
	}
}

func TestPhoneProof_ArchivedOrSuspended_VerifiesNothing(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testing.T, *servicetest.Shop, loyalty.Customer){
		"archived":  func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Archive(ana) },
		"suspended": func(_ *testing.T, shop *servicetest.Shop, _ loyalty.Customer) { shop.Suspend() },
		"erased": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			if err := shop.Cases.SelfService.RequestErasure(t.Context(), servicetest.PortalUser(shop, ana)); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			shop := servicetest.New(t)
			ana := shop.Register("Ana")
			registration, signIn := servicetest.ProofMessage(t, servicetest.RequestProof(t, shop, ana)), servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID)
			provedRequest := servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID)
			servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, servicetest.ProofMessage(t, provedRequest)))
			shop.Database.Corrupt(t, "UPDATE customers SET phone_verified_at = NULL")
			end(t, shop, ana)
			servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, registration), servicetest.InboundText(shop.Town, ana.Phone, servicetest.ProofMessage(t, signIn)))
			if rows := shop.Database.Rows(t, "SELECT count(*) FROM customers WHERE phone_verified_at IS NOT NULL"); !slices.Equal(rows, []string{"0"}) {
				t.Errorf("%v phones were verified, want 0", rows)
			}
			if _, opened, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), signIn.Ticket); opened || err != nil {
				t.Errorf("a ticket with a later message: opened %t, %v; want not opened, no error", opened, err)
			}
			if _, opened, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), provedRequest.Ticket); opened || !errors.Is(err, loyalty.ErrTicketRefused) {
				t.Errorf("a ticket with an earlier message: opened %t, %v; want ErrTicketRefused", opened, err)
			}
			if _, err := shop.Cases.Proofs.Request(t.Context(), ana.QR()); err == nil {
				t.Error("a customer who cannot sign in must get no other code")
			}
		})
	}
}

func TestPhoneProof_Message_SignsTheBrowserInOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	request, other := servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID), servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID)
	if _, opened, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), request.Ticket); opened || err != nil {
		t.Fatalf("before the message: opened %t, %v; want not opened, no error", opened, err)
	}
	text := servicetest.ProofMessage(t, request)
	if !strings.Contains(text, "No lo envíes si te lo ha pedido otra persona") || strings.Contains(request.Link, request.Ticket) {
		t.Errorf("the link must warn the customer and not contain the ticket: %s", request.Link)
	}
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, text), servicetest.InboundText(shop.Town, ana.Phone, text))
	session, opened, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), request.Ticket)
	want := access.PortalUser{CustomerID: ana.ID, BusinessID: shop.Business.ID}
	if err != nil || !opened || session.User != want || session.CustomerName != "Ana" {
		t.Fatalf("the session is %+v, opened %t, %v; want Ana's session", session, opened, err)
	}
	if user, err := shop.Cases.Portal.Authenticate(t.Context(), session.Token); err != nil || user != want {
		t.Errorf("the token belongs to %+v, %v; want %+v", user, err, want)
	}
	for name, ticket := range map[string]string{"used": request.Ticket, "unknown": "nada", "empty": ""} {
		if _, _, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), ticket); !errors.Is(err, loyalty.ErrTicketRefused) {
			t.Errorf("a ticket that is %s returns %v, want ErrTicketRefused", name, err)
		}
	}
	if _, opened, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), other.Ticket); opened || err != nil {
		t.Errorf("another browser: opened %t, %v; want not opened, no error", opened, err)
	}
	if answers := servicetest.Replies(t, shop.Town, ana.Phone); len(answers) != 1 || !strings.Contains(answers[0], "Si no has sido tú") {
		t.Errorf("the replies are %v, want one with advice", answers)
	}
	if !servicetest.IsPhoneVerified(t, shop, ana) {
		t.Error("the phone is not verified")
	}
}

func TestPhoneProof_HiddenPhone_IsReported(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	hidden := func() bool {
		t.Helper()
		state, err := shop.Cases.Proofs.State(t.Context(), ana.QR())
		if err != nil {
			t.Fatal(err)
		}
		return state.Hidden
	}
	registrationMessage, signIn := servicetest.ProofMessage(t, servicetest.RequestProof(t, shop, ana)), servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID)
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, "", "Código ABCD-EFGH"))
	if _, opened, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), signIn.Ticket); hidden() || opened || err != nil {
		t.Fatalf("before a message: hidden %t, opened %t, %v; want not hidden, not opened, no error", hidden(), opened, err)
	}
	nameless := servicetest.InboundText(shop.Town, "", servicetest.ProofMessage(t, signIn))
	nameless.HiddenID = "ES.13491208655302741918"
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, "", registrationMessage), nameless)
	if answers := servicetest.Replies(t, shop.Town, nameless.HiddenID); len(answers) != 1 || !strings.Contains(answers[0], "oculta tu número") {
		t.Errorf("the replies to a hidden phone are %v, want one about the hidden number", answers)
	}
	for i := range 9 {
		nameless.ID = fmt.Sprint("wamid.again.", i)
		servicetest.Receive(t, shop.Cases, nameless)
	}
	if answers := servicetest.Replies(t, shop.Town, nameless.HiddenID); len(answers) != 5 {
		t.Errorf("there are %d replies within an hour, want 5", len(answers))
	}
	if owner := shop.Database.Rows(t, "SELECT count(*) FROM messages WHERE kind = 'REPLY' AND customer_id IS NOT NULL"); owner[0] != "0" {
		t.Errorf("%s replies belong to a customer, want 0", owner[0])
	}
	if !hidden() || servicetest.IsPhoneVerified(t, shop, ana) {
		t.Errorf("after the registration: hidden = %t, verified = %t; want true and false", hidden(), servicetest.IsPhoneVerified(t, shop, ana))
	}
	if _, opened, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), signIn.Ticket); opened || !errors.Is(err, loyalty.ErrPhoneHidden) {
		t.Errorf("signing in from a hidden phone: opened %t, %v; want ErrPhoneHidden", opened, err)
	}
	shop.Clock.Advance(time.Minute)
	again := servicetest.ProofMessage(t, servicetest.RequestProof(t, shop, ana))
	if hidden() {
		t.Error("the next request still says that the phone is hidden")
	}
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, "", again), servicetest.InboundText(shop.Town, ana.Phone, again), servicetest.InboundText(shop.Town, ana.Phone, servicetest.ProofMessage(t, signIn)))
	if hidden() || !servicetest.IsPhoneVerified(t, shop, ana) {
		t.Errorf("a message from a phone that shows its number: hidden = %t, verified = %t; want false and true", hidden(), servicetest.IsPhoneVerified(t, shop, ana))
	}
	if session, opened, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), signIn.Ticket); !opened || session.User.CustomerID != ana.ID {
		t.Errorf("signing in from a phone that shows its number: %+v, opened = %t, %v; want Ana's session", session, opened, err)
	}
}

func TestTicket_PhoneChanged_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	request := servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID)
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, servicetest.ProofMessage(t, request)))
	shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
	if _, opened, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), request.Ticket); opened || !errors.Is(err, loyalty.ErrTicketRefused) {
		t.Errorf("the ticket: opened %t, %v; want ErrTicketRefused", opened, err)
	}
}

func TestTicket_AfterTenMinutes_Expires(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	request := servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID)
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, servicetest.ProofMessage(t, request)))
	shop.Clock.Set(request.ExpiresAt)
	if _, _, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), request.Ticket); !errors.Is(err, loyalty.ErrTicketRefused) {
		t.Errorf("after ten minutes the ticket returns %v, want ErrTicketRefused", err)
	}
	if lifetime := request.ExpiresAt.Sub(shop.Clock.Now()); lifetime > 0 || loyalty.SignInProofLifetime != 10*time.Minute {
		t.Errorf("a request to sign in is valid for %s, want 10 minutes", loyalty.SignInProofLifetime)
	}
}

func TestPhoneProof_UnknownPhone_GetsAReplyAndNoSession(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	here, there := town.Shop(t), town.Shop(t)
	stranger := there.Customer("Berta") // a customer of another business
	request := servicetest.RequestSignIn(t, town.Cases, here.Business.ID)
	for range 8 {
		servicetest.Receive(t, town.Cases, servicetest.InboundText(town, stranger.Phone, servicetest.ProofMessage(t, request)))
	}
	if _, opened, err := town.Cases.Proofs.SignInWithTicket(t.Context(), request.Ticket); opened || err != nil {
		t.Errorf("the ticket: opened %t, %v; want false", opened, err)
	}
	answers := servicetest.Replies(t, town, stranger.Phone)
	if len(answers) != 5 || !strings.HasPrefix(answers[0], here.Business.ID) || !strings.Contains(answers[0], "no tiene tarjeta aquí") {
		t.Errorf("%d replies, want 5: %v", len(answers), answers)
	}
	ana := here.Customer("Ana")
	servicetest.Receive(t, town.Cases, servicetest.InboundText(town, ana.Phone, servicetest.ProofMessage(t, request)))
	if session, opened, err := town.Cases.Proofs.SignInWithTicket(t.Context(), request.Ticket); !opened || session.User.CustomerID != ana.ID {
		t.Errorf("a message from a customer after that: %+v, opened %t, %v; want Ana's session", session, opened, err)
	}
}

func TestPhoneProof_WithoutBusiness_OpensTheLastVisited(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	first, second := town.Shop(t), town.Shop(t)
	here := first.Customer("Ana")
	other := second.Change(second.Customer("Ana"), loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: here.Phone}})
	town.Clock.Advance(time.Minute)
	second.Visit(other)
	request := servicetest.RequestSignIn(t, town.Cases, "")
	servicetest.Receive(t, town.Cases, servicetest.InboundText(town, town.Phone(), servicetest.ProofMessage(t, request)), servicetest.InboundText(town, here.Phone, servicetest.ProofMessage(t, request)))
	if session, opened, err := town.Cases.Proofs.SignInWithTicket(t.Context(), request.Ticket); !opened || session.User.CustomerID != other.ID {
		t.Errorf("the ticket gives the session %+v, opened %t, %v; want the other customer's session", session, opened, err)
	}
	if all := town.Database.Rows(t, "SELECT phone FROM messages WHERE kind = 'REPLY'"); !slices.Equal(all, []string{here.Phone}) {
		t.Errorf("the replies went to %v, want only the customer here", all)
	}
}

func TestPhoneProof_ManyMessagesAndBrowsers_OpenOneSession(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	request := servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID)
	text := servicetest.ProofMessage(t, request)
	var work sync.WaitGroup
	for _, message := range []messaging.InboundMessage{servicetest.InboundText(shop.Town, ana.Phone, text), servicetest.InboundText(shop.Town, berta.Phone, text)} {
		server := shop.SecondServer(t)
		work.Go(func() {
			if err := server.Inbox.Receive(t.Context(), message); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	var mu sync.Mutex
	var sessions []string
	for range 6 {
		server := shop.SecondServer(t)
		work.Go(func() {
			session, opened, err := server.Proofs.SignInWithTicket(t.Context(), request.Ticket)
			if err != nil && !errors.Is(err, loyalty.ErrTicketRefused) {
				t.Error(err)
			}
			if opened {
				mu.Lock()
				sessions = append(sessions, session.User.CustomerID)
				mu.Unlock()
			}
		})
	}
	work.Wait()
	if len(sessions) != 1 {
		t.Errorf("the sessions of %v were opened, want one", sessions)
	}
	if answers := append(servicetest.Replies(t, shop.Town, ana.Phone), servicetest.Replies(t, shop.Town, berta.Phone)...); len(answers) != 1 {
		t.Errorf("the replies are %v, want one", answers)
	}
}
