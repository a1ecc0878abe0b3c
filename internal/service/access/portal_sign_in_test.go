package access_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

// Spec: portal-12
func TestCode_Right_OpensThePortalOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	code := shop.Code(ana.Phone)
	session, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, " 0034 "+ana.Phone[3:], code[:3]+" "+code[3:])
	if err != nil {
		t.Fatal(err)
	}
	want := access.PortalUser{CustomerID: ana.ID, BusinessID: shop.Business.ID}
	if session.User != want || session.CustomerName != "Ana" || session.BusinessName != shop.Business.Name {
		t.Errorf("the session is %+v; want User %v, CustomerName Ana and BusinessName %v", session, want, shop.Business.Name)
	}
	if user, err := shop.Cases.Portal.Authenticate(t.Context(), session.Token); err != nil || user != want {
		t.Errorf("the token belongs to %+v, %v; want %+v", user, err, want)
	}
	if _, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, code); !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("the same code again returns %v, want ErrCodeRefused", err)
	}
	events := shop.Database.Rows(t, "SELECT action, subject_id FROM audit_events WHERE action LIKE 'portal%' ORDER BY action")
	if want := []string{"portal.code-sent " + ana.ID, "portal.sign-in " + ana.ID}; !slices.Equal(events, want) {
		t.Errorf("the audit trail has %v, want %v", events, want)
	}
}

func TestCode_Stored_IsAKeyedHash(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	code := shop.Code(ana.Phone)
	for _, row := range shop.Database.Rows(t, "SELECT scope, phone_key, code_hash FROM login_codes") {
		if strings.Contains(row, code) || strings.Contains(row, ana.Phone[1:]) {
			t.Errorf("the stored row contains the code or the phone: %s", row)
		}
	}
	other := servicetest.New(t)
	berta := other.Customer("Berta")
	other.Change(berta, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: ana.Phone}})
	other.Code(ana.Phone)
	keys := append(shop.Database.Rows(t, "SELECT phone_key FROM login_codes"), other.Database.Rows(t, "SELECT phone_key FROM login_codes")...)
	if len(keys) != 2 || keys[0] == keys[1] {
		t.Errorf("two installations must store one phone under different keys: %v", keys)
	}
}

func TestCode_Validity_TenMinutesFiveTriesUntilTheNext(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	try := func(phone, code string) error {
		_, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, phone, code)
		return err
	}
	phone := shop.Customer("Ana").Phone

	code := shop.Code(phone)
	shop.Clock.Advance(loyalty.CodeLifetime)
	if err := try(phone, code); !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("after ten minutes: %v, want ErrCodeRefused", err)
	}
	code = shop.Code(phone)
	shop.Clock.Advance(loyalty.CodeLifetime - time.Millisecond)
	if err := try(phone, code); err != nil {
		t.Errorf("just before ten minutes: %v", err)
	}

	code = shop.Code(phone)
	for range loyalty.CodeTries - 1 {
		if err := try(phone, servicetest.WrongCode(code)); !errors.Is(err, loyalty.ErrCodeRefused) {
			t.Errorf("a wrong code: %v, want ErrCodeRefused", err)
		}
	}
	if err := try(phone, code); err != nil {
		t.Errorf("the fifth try, which is right: %v", err)
	}
	code = shop.Code(phone)
	for range loyalty.CodeTries {
		if err := try(phone, servicetest.WrongCode(code)); !errors.Is(err, loyalty.ErrCodeRefused) {
			t.Errorf("a wrong code: %v, want ErrCodeRefused", err)
		}
	}
	if err := try(phone, code); !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("the sixth try, which is right: %v, want ErrCodeRefused", err)
	}

	first := shop.Code(phone)
	shop.Clock.Advance(time.Second)
	second := shop.Code(phone)
	if err := try(phone, first); first != second && !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("the code before the newest returns %v, want ErrCodeRefused", err)
	}
	if err := try(phone, second); err != nil {
		t.Errorf("the newest code: %v", err)
	}
}

func TestCode_NoLongerValid_IsNotSent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	for _, phone := range []string{ana.Phone, berta.Phone, ana.Phone} {
		shop.Code(phone)
		shop.Clock.Advance(time.Second)
	}
	if got := servicetest.MessageStates(t, shop); got != "DROPPED:REPLACED QUEUED QUEUED" {
		t.Errorf("the messages with the codes are %s, want DROPPED:REPLACED QUEUED QUEUED", got)
	}
}

func TestCodeTries_Concurrent_AreAllCounted(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	phone := shop.Customer("Ana").Phone
	code := shop.Code(phone)
	var tries sync.WaitGroup
	for range 20 {
		tries.Go(func() {
			if _, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, phone, servicetest.WrongCode(code)); !errors.Is(err, loyalty.ErrCodeRefused) {
				t.Errorf("a wrong code: %v, want ErrCodeRefused", err)
			}
		})
	}
	tries.Wait()
	if remaining := shop.Database.Rows(t, "SELECT tries_left FROM login_codes"); !slices.Equal(remaining, []string{"0"}) {
		t.Errorf("%v tries are left, want 0", remaining)
	}
}

func TestCode_TwoSignInsAtOnce_OneSucceeds(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	phone := shop.Customer("Ana").Phone
	code := shop.Code(phone)
	var tries sync.WaitGroup
	results := make([]error, 8)
	for i := range results {
		tries.Go(func() {
			_, results[i] = shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, phone, code)
		})
	}
	tries.Wait()
	successCount := 0
	for _, err := range results {
		if err == nil {
			successCount++
		} else if !errors.Is(err, loyalty.ErrCodeRefused) {
			t.Error(err)
		}
	}
	if successCount != 1 {
		t.Errorf("%d sign-ins succeeded, want 1", successCount)
	}
}

// Spec: portal-10
func TestCode_Request_RevealsNothing(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Change(ana, loyalty.CustomerChanges{Birthday: loyalty.Change{Sent: true, Value: "1990-05-17"}})
	archivedCustomer := shop.Customer("Berta")
	shop.Archive(archivedCustomer)
	for name, request := range map[string]access.CodeRequest{
		"an unknown phone":               {BusinessID: shop.Business.ID, Phone: shop.Phone()},
		"a phone that no business knows": {Phone: shop.Phone()},
		"another's birthday":             {BusinessID: shop.Business.ID, Phone: ana.Phone, Birthday: "1990-05-18"},
		"an archived customer":           {BusinessID: shop.Business.ID, Phone: archivedCustomer.Phone},
	} {
		began := time.Now()
		request.Requester = servicetest.Requester
		if err := shop.Cases.Portal.RequestCode(t.Context(), request); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(began); took < 250*time.Millisecond {
			t.Errorf("%s: answered after %s, sooner than a known phone may be", name, took)
		}
		if _, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, request.BusinessID, request.Phone, "123456"); !errors.Is(err, loyalty.ErrCodeRefused) {
			t.Errorf("%s: a code returns %v, want ErrCodeRefused", name, err)
		}
	}
	if messages := shop.Database.Rows(t, "SELECT text FROM messages"); len(messages) != 0 {
		t.Errorf("codes were sent: %v, want none", messages)
	}
	began := time.Now()
	shop.Code(ana.Phone)
	if took := time.Since(began); took < 250*time.Millisecond {
		t.Errorf("the request for a known phone returns after %s, want at least %s", took, 250*time.Millisecond)
	}
	if rows := shop.Database.Rows(t, "SELECT count(*) FROM login_codes"); rows[0] != "4" {
		t.Errorf("%s codes are kept: known and unknown phones have to cost the same", rows[0])
	}
}

// Spec: portal-10
func TestCode_MatchingOrMissingBirthday_IsSent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	shop.Change(ana, loyalty.CustomerChanges{Birthday: loyalty.Change{Sent: true, Value: "1990-05-17"}})
	for name, c := range map[string]struct{ phone, birthday string }{
		"of the customer":            {ana.Phone, "1990-05-17"},
		"that is left out":           {ana.Phone, ""},
		"for a customer without one": {berta.Phone, "2001-01-01"},
	} {
		shop.Clock.Advance(time.Second)
		before := shop.Database.Rows(t, "SELECT count(*) FROM messages")
		if err := shop.Cases.Portal.RequestCode(t.Context(), access.CodeRequest{Requester: servicetest.Requester, BusinessID: shop.Business.ID, Phone: c.phone, Birthday: c.birthday}); err != nil {
			t.Error(err)
		}
		if after := shop.Database.Rows(t, "SELECT count(*) FROM messages"); slices.Equal(before, after) {
			t.Errorf("with a birthday %s no code was sent", name)
		}
	}
	err := shop.Cases.Portal.RequestCode(t.Context(), access.CodeRequest{Requester: servicetest.Requester, BusinessID: shop.Business.ID, Phone: ana.Phone, Birthday: "17/05/1990"})
	if !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("a birthday that is no date returns %v, want ErrValidation", err)
	}
}

func TestCode_WithoutBusiness_OpensTheLastVisited(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	first, second, suspendedShop := town.Shop(t), town.Shop(t), town.Shop(t)
	phone := town.Phone()
	at := func(shop *servicetest.Shop) loyalty.Customer {
		town.Clock.Advance(time.Minute)
		return shop.Change(shop.Customer("Ana"), loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: phone}})
	}
	here, other, hiddenCustomer := at(first), at(second), at(suspendedShop)
	suspendedShop.Visit(hiddenCustomer)
	suspendedShop.Suspend()
	sign := func(want loyalty.Customer) {
		t.Helper()
		if err := town.Cases.Portal.RequestCode(t.Context(), access.CodeRequest{Requester: servicetest.Requester, Phone: phone}); err != nil {
			t.Fatal(err)
		}
		session, err := town.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, "", phone, town.LastCode(phone))
		if err != nil || session.User.CustomerID != want.ID {
			t.Errorf("the code opened %+v, %v; want %s", session.User, err, want.ID)
		}
	}
	sign(other)
	town.Clock.Advance(time.Minute)
	first.Visit(here)
	sign(here)
	code := first.Code(phone)
	if _, err := town.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, second.Business.ID, phone, code); !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("a code of another business returns %v, want ErrCodeRefused", err)
	}
	if _, err := town.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, "", phone, code); !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("the code of a business, sent without the business, returns %v; want ErrCodeRefused", err)
	}
}

func TestCode_SuspendedOrUnknownBusiness_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	code := shop.Code(ana.Phone)
	shop.Suspend()
	if err := shop.Cases.Portal.RequestCode(t.Context(), access.CodeRequest{Requester: servicetest.Requester, BusinessID: shop.Business.ID, Phone: ana.Phone}); !errors.Is(err, loyalty.ErrBusinessSuspended) {
		t.Errorf("a request for a code returns %v, want ErrBusinessSuspended", err)
	}
	if _, err := shop.Cases.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, code); !errors.Is(err, loyalty.ErrBusinessSuspended) {
		t.Errorf("a code returns %v, want ErrBusinessSuspended", err)
	}
	if err := shop.Cases.Portal.RequestCode(t.Context(), access.CodeRequest{BusinessID: "nowhere", Phone: ana.Phone}); !errors.Is(err, loyalty.ErrBusinessNotFound) {
		t.Errorf("an unknown business: %v, want ErrBusinessNotFound", err)
	}
}

func TestPortalToken_Ended_IsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*servicetest.Shop, loyalty.Customer){
		"the customer is archived": func(shop *servicetest.Shop, ana loyalty.Customer) { shop.Archive(ana) },
		"the customer has another phone": func(shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
		},
		"the business is suspended": func(shop *servicetest.Shop, _ loyalty.Customer) { shop.Suspend() },
		"sixty days have passed":    func(shop *servicetest.Shop, _ loyalty.Customer) { shop.Clock.Advance(60 * 24 * time.Hour) },
		"the record was merged into another": func(shop *servicetest.Shop, ana loyalty.Customer) {
			if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, shop.Customer("Otra").ID, ana.ID); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			shop := servicetest.New(t)
			ana := shop.Customer("Ana")
			token := shop.PortalToken(ana)
			shop.Clock.Advance(time.Hour)
			if _, err := shop.Cases.Portal.Authenticate(t.Context(), token); err != nil {
				t.Fatalf("before the end the token is refused: %v", err)
			}
			end(shop, ana)
			if _, err := shop.Cases.Portal.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
				t.Errorf("after the end the token returns %v, want ErrTokenExpired", err)
			}
		})
	}
}

func TestTokens_StaffAndPortal_AreSeparate(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	portal, staff := shop.PortalToken(shop.Customer("Ana")), shop.Token(t, shop.Staff[loyalty.Owner])
	if actor, err := shop.Cases.Sessions.Authenticate(t.Context(), portal); !errors.Is(err, loyalty.ErrUnauthenticated) {
		t.Errorf("a portal token is accepted as the staff's %+v, %v; want ErrUnauthenticated", actor, err)
	}
	if user, err := shop.Cases.Portal.Authenticate(t.Context(), staff); !errors.Is(err, loyalty.ErrUnauthenticated) {
		t.Errorf("a staff token is accepted as the customer's %+v, %v; want ErrUnauthenticated", user, err)
	}
}
