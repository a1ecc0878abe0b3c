package service_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func turnsFourteen() time.Time { return time.Date(2029, 5, 17, 9, 0, 0, 0, time.UTC) }

func ownPhone(phone string) loyalty.Registration {
	return loyalty.Registration{
		CustomerDraft:   loyalty.CustomerDraft{Phone: phone, Name: "Otro nombre", Birthday: "1990-05-17"},
		AcceptedPrivacy: true, WhatsAppOptIn: true,
	}
}

func onOwnPhone(t *testing.T, shop *servicetest.Shop, guardian, child loyalty.Customer, form loyalty.Registration, key usecase.IdempotencyKey) error {
	t.Helper()
	return shop.Cases.Registrations.MoveChildToOwnPhone(t.Context(), servicetest.PortalUser(shop, guardian), child.ID, form, key)
}

// Spec: portal-24
func TestMoveChildToOwnPhone_AtFourteen_KeepsCard(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.RegisterVerified("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	shop.Visits(leo, 3)
	shop.Clock.Set(turnsFourteen())
	shop.SendMessages()
	session, err := shop.Cases.Portal.OpenCard(t.Context(), shop.PortalToken(ana), leo.ID)
	if err != nil {
		t.Fatal(err)
	}
	phone := shop.Phone()
	for range 2 { // the repeat has the same key and changes nothing
		if err := onOwnPhone(t, shop, ana, leo, ownPhone(phone), "key"); err != nil {
			t.Fatal(err)
		}
	}
	own, err := shop.Cases.Customers.Get(t.Context(), shop.Admin, leo.ID)
	if err != nil || own.Phone != phone || own.GuardianID != "" || own.Name != "Leo" || own.Birthday != leo.Birthday {
		t.Errorf("the child's record is %+v, %v; want Phone %v, no GuardianID, Name Leo and Birthday %v", own, err, phone, leo.Birthday)
	}
	if stamps := shop.Progress(own).Card.Stamps; stamps != 3 {
		t.Errorf("the child's own card has %d stamps, want 3", stamps)
	}
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), session.Token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("the guardian's session on the child's card returns %v, want ErrTokenExpired", err)
	}
	if got := servicetest.CardNames(t, shop, shop.PortalToken(ana)); !slices.Equal(got, []string{"Ana"}) {
		t.Errorf("the guardian's phone opens %q, want only Ana's card", got)
	}
	messages := shop.SendMessages()
	if len(messages) == 0 || slices.ContainsFunc(messages, func(m loyalty.Message) bool { return m.CustomerID == leo.ID && m.Phone != phone }) {
		t.Errorf("the messages sent are %+v; want some, the child's to the own phone", messages)
	}
	if got := servicetest.CardNames(t, shop, shop.PortalToken(own)); !slices.Equal(got, []string{"Leo"}) {
		t.Errorf("the child's own phone opens %q, want only Leo's card", got)
	}
	shop.MustHoldInvariants(t)
}

func TestMoveChildToOwnPhone_RecordsOwnConsents(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	shop.Clock.Set(turnsFourteen())
	form := ownPhone(shop.Phone())
	form.AcceptedPrivacy = false
	var refusal *loyalty.Error
	if err := onOwnPhone(t, shop, ana, leo, form, ""); !errors.As(err, &refusal) || refusal.Fields[0].Field != "acceptedPrivacy" {
		t.Errorf("without the child's consent the change returns %v, want an error at acceptedPrivacy", err)
	}
	form.AcceptedPrivacy = true
	if err := onOwnPhone(t, shop, ana, leo, form, ""); err != nil {
		t.Fatal(err)
	}
	if customerIDs := shop.Database.Rows(t, "SELECT id FROM customers WHERE phone_unverified"); !slices.Equal(customerIDs, []string{leo.ID}) {
		t.Errorf("the unverified phones are those of %v, want only the child's", customerIDs)
	}
	got := servicetest.ConsentRows(t, shop)
	slices.Sort(got)
	want := []string{
		"EMAIL no PORTAL -", "PRIVACY yes PORTAL -", "PRIVACY yes STAFF Ana", "PROMOTIONS no PORTAL -", "SMS no PORTAL -", "WHATSAPP yes PORTAL -",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the child's consents are %q, want %q", got, want)
	}
	shop.Archive(ana)
	if _, err := shop.Cases.Customers.Get(t.Context(), shop.Barber, leo.ID); err != nil {
		t.Errorf("after the former guardian's removal the child is not found: %v", err)
	}
}

func TestMoveChildToOwnPhone_InvalidRequests_AreRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	shop.Clock.Set(turnsFourteen().AddDate(0, 0, -1))
	if err := onOwnPhone(t, shop, ana, leo, ownPhone(shop.Phone()), ""); !errors.Is(err, loyalty.ErrChildTooYoung) {
		t.Errorf("the day before the birthday: %v, want ErrChildTooYoung", err)
	}
	shop.Clock.Set(turnsFourteen())
	for name, c := range map[string]struct {
		by    loyalty.Customer
		card  loyalty.Customer
		phone string
		want  error
	}{
		"another's child":           {eva, leo, shop.Phone(), loyalty.ErrCustomerNotFound},
		"the guardian's own card":   {ana, ana, shop.Phone(), loyalty.ErrCustomerNotFound},
		"a phone with a card":       {ana, leo, eva.Phone, loyalty.ErrPhoneTaken},
		"the phone of the guardian": {ana, leo, ana.Phone, loyalty.ErrPhoneTaken},
		"no phone":                  {ana, leo, "", loyalty.ErrValidation},
	} {
		if err := onOwnPhone(t, shop, c.by, c.card, ownPhone(c.phone), ""); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if got := children(t, shop, ana); !slices.Equal(got, []string{"Leo"}) {
		t.Errorf("the children are %q, want only Leo", got)
	}
}

func TestMoveChildToOwnPhone_BeforeFourteenthBirthday_IsNotOffered(t *testing.T) {
	t.Parallel()
	for birthday, turns := range map[string]time.Time{
		"2015-05-17": time.Date(2029, 5, 16, 22, 0, 0, 0, time.UTC),
		"2016-02-29": time.Date(2030, 2, 28, 23, 0, 0, 0, time.UTC),
	} {
		shop := servicetest.New(t)
		ana := shop.Customer("Ana")
		draft := servicetest.ChildDraft("Leo")
		draft.Birthday = birthday
		leo, err := servicetest.AddChild(t, shop, ana.ID, draft, "")
		if err != nil {
			t.Fatal(err)
		}
		for before, want := range map[time.Duration]error{time.Second: loyalty.ErrChildTooYoung, 0: loyalty.ErrPhoneTaken} {
			shop.Clock.Set(turns.Add(-before))
			if err := onOwnPhone(t, shop, ana, leo, ownPhone(ana.Phone), ""); !errors.Is(err, want) {
				t.Errorf("%s before the fourteenth birthday of a child born on %s: %v, want %v", before, birthday, err, want)
			}
			cards, err := shop.Cases.Portal.Cards(t.Context(), servicetest.PortalUser(shop, ana))
			if err != nil || len(cards) != 2 {
				t.Fatalf("the guardian's cards are %+v, %v; want 2", cards, err)
			}
			for _, card := range cards {
				if offered := shop.Cases.Portal.IsGrownChild(card); offered != (card.Child && before == 0) {
					t.Errorf("%s before the fourteenth birthday of a child born on %s, the card of %s is offered = %t, want %t", before, birthday, card.Name, offered, !offered)
				}
			}
		}
	}
}

func TestMoveChildToOwnPhone_Concurrent_SucceedsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	shop.Clock.Set(turnsFourteen())
	var both sync.WaitGroup
	failures := make(chan error, 2)
	for range cap(failures) {
		form := ownPhone(shop.Phone())
		both.Go(func() { failures <- onOwnPhone(t, shop, ana, leo, form, "") })
	}
	both.Wait()
	if one, other := <-failures, <-failures; (one == nil) == (other == nil) || !errors.Is(errors.Join(one, other), loyalty.ErrCustomerNotFound) {
		t.Errorf("two changes at once return %v and %v, want one success", one, other)
	}
	shop.MustHoldInvariants(t)
}

func atCounter(t *testing.T, shop *servicetest.Shop, childID string, form loyalty.Registration, key usecase.IdempotencyKey) (loyalty.Customer, error) {
	t.Helper()
	return shop.Cases.Registrations.MoveChildToOwnPhoneAtCounter(t.Context(), shop.Admin, childID, form, key)
}

// Spec: portal-24
func TestMoveChildToOwnPhoneAtCounter_PhoneIsVerified(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.RegisterVerified("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	shop.Visits(leo, 3)
	shop.Clock.Set(turnsFourteen())
	shop.SendMessages()
	session, err := shop.Cases.Portal.OpenCard(t.Context(), shop.PortalToken(ana), leo.ID)
	if err != nil {
		t.Fatal(err)
	}
	form := ownPhone(shop.Phone())
	for range 2 { // the repeat has the same key and changes nothing
		own, err := atCounter(t, shop, leo.ID, form, "key")
		if err != nil || own.Phone != form.Phone || own.IsChild() || own.Name != "Leo" || shop.Progress(own).Card.Stamps != 3 {
			t.Errorf("the child's record is %+v, %v; want Leo with the phone of the form and 3 stamps", own, err)
		}
	}
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), session.Token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("the guardian's session on the child's card returns %v, want ErrTokenExpired", err)
	}
	messages := slices.DeleteFunc(shop.SendMessages(), func(m loyalty.Message) bool { return m.CustomerID != leo.ID })
	if len(messages) != 1 || messages[0].Phone != form.Phone || !strings.Contains(messages[0].Text, "Leo") {
		t.Errorf("the messages sent are %+v; want one, Phone %v and %q in Text", messages, form.Phone, "Leo")
	}
	got := servicetest.ConsentRows(t, shop)
	slices.Sort(got)
	want := []string{"EMAIL no STAFF -", "PRIVACY yes STAFF -", "PRIVACY yes STAFF Ana", "PROMOTIONS no STAFF -", "SMS no STAFF -", "WHATSAPP yes STAFF -"}
	if got = slices.DeleteFunc(got, func(line string) bool { return strings.Contains(line, "PUBLIC") }); !slices.Equal(got, want) {
		t.Errorf("the consents are %q, want %q", got, want)
	}
	if by := shop.Database.Rows(t, "SELECT actor_id FROM audit_events WHERE action = 'customer.child-on-own-phone'"); !slices.Equal(by, []string{shop.Admin.UserID}) {
		t.Errorf("the change was made by %q, want the admin", by)
	}
	shop.MustHoldInvariants(t)
}

func TestMoveChildToOwnPhoneAtCounter_InvalidRequests_AreRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	theirs := shop.Town.Shop(t)
	foreign := servicetest.ChildOf(t, theirs, theirs.Customer("Ana"), "Leo")
	shop.Clock.Set(turnsFourteen().AddDate(0, 0, -1))
	if _, err := atCounter(t, shop, leo.ID, ownPhone(shop.Phone()), ""); !errors.Is(err, loyalty.ErrChildTooYoung) {
		t.Errorf("the day before the birthday: %v, want ErrChildTooYoung", err)
	}
	shop.Clock.Set(turnsFourteen())
	refuses := ownPhone(shop.Phone())
	refuses.AcceptedPrivacy = false
	for name, c := range map[string]struct {
		id   string
		form loyalty.Registration
		want error
	}{
		"a customer without a guardian":      {eva.ID, ownPhone(shop.Phone()), loyalty.ErrNoGuardian},
		"a child of another business":        {foreign.ID, ownPhone(shop.Phone()), loyalty.ErrCustomerNotFound},
		"a phone with a card":                {leo.ID, ownPhone(eva.Phone), loyalty.ErrPhoneTaken},
		"the guardian's phone":               {leo.ID, ownPhone(ana.Phone), loyalty.ErrPhoneTaken},
		"no phone":                           {leo.ID, ownPhone(""), loyalty.ErrValidation},
		"a form without the privacy consent": {leo.ID, refuses, loyalty.ErrValidation},
	} {
		if _, err := atCounter(t, shop, c.id, c.form, ""); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if got := children(t, shop, ana); !slices.Equal(got, []string{"Leo"}) {
		t.Errorf("the children are %q, want only Leo", got)
	}
	if got := servicetest.ConsentRows(t, shop); len(got) != 2 {
		t.Errorf("the consents are %q, want 2", got)
	}
}

func TestMoveChildToOwnPhone_CounterAndPortal_SucceedsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	shop.Clock.Set(turnsFourteen())
	forms := make([]loyalty.Registration, servicetest.Concurrency)
	for i := range forms {
		forms[i] = ownPhone(shop.Phone())
	}
	_, faults := servicetest.RunConcurrently(func(i int) (struct{}, error) {
		if i%2 == 0 {
			return struct{}{}, onOwnPhone(t, shop, ana, leo, forms[i], "")
		}
		_, err := atCounter(t, shop, leo.ID, forms[i], "")
		return struct{}{}, err
	})
	moveCount := 0
	for i, err := range faults {
		if err == nil {
			moveCount++
		} else if !errors.Is(err, loyalty.ErrCustomerNotFound) && !errors.Is(err, loyalty.ErrNoGuardian) {
			t.Errorf("act %d: %v; want no error, ErrCustomerNotFound or ErrNoGuardian", i, err)
		}
	}
	if moveCount != 1 {
		t.Errorf("the card was moved %d times, want once", moveCount)
	}
	shop.MustHoldInvariants(t)
}

func TestMoveChildToOwnPhone_GuardianArchived_CustomerStays(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	lock := shop.Database.LockRow(t, "customers", leo.ID,
		"UPDATE customers SET phone = '"+shop.Phone()+"', guardian_id = NULL WHERE id = '"+leo.ID+"'")
	faults, done := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(done)
		faults <- shop.Cases.Customers.Archive(t.Context(), shop.Owner, ana.ID)
	}()
	lock.AwaitBlocked("1", done)
	lock.Commit()
	if err := <-faults; err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, leo.ID); err != nil {
		t.Errorf("after the former guardian's removal the child is not found: %v", err)
	}
	shop.MustHoldInvariants(t)
}
