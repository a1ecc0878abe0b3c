package access_test

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/openid"
	"axioma/internal/openid/openidtest"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

type organisation struct {
	*servicetest.Shop
	provider *openidtest.Provider
	operator loyalty.User
	cases    *service.Service
	now      func() time.Time
}

func newOrganisation(t *testing.T) *organisation {
	t.Helper()
	shop, provider := servicetest.New(t), openidtest.Start(t)
	o := &organisation{Shop: shop, provider: provider, operator: shop.Town.StrictOperator(t), now: shop.Clock.Now}
	var err error
	o.cases, err = service.New(shop.Store, service.Options{
		Clock:         func() time.Time { return o.now() },
		OperatorsFrom: []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")},
		OpenID: openid.New(openid.Settings{
			Issuer: provider.URL, ClientID: openidtest.ClientID, ClientSecret: openidtest.ClientSecret, RedirectURL: openidtest.RedirectURL,
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	provider.SignedIn = openidtest.Person{Subject: "42", Email: strings.ToUpper(o.operator.Email), EmailVerified: true}
	return o
}

func atOffice(ctx context.Context) context.Context {
	return usecase.WithIP(ctx, netip.MustParseAddr("203.0.113.7"))
}

func (o *organisation) signIn(ctx context.Context, t *testing.T) (access.Session, error) {
	t.Helper()
	address, ticket, err := o.cases.Organisation.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	back := o.provider.Visit(t, address)
	return o.cases.Organisation.Complete(ctx, ticket, back.Get("state"), back.Get("code"))
}

func (o *organisation) mustSignIn(t *testing.T) access.Session {
	t.Helper()
	session, err := o.signIn(atOffice(t.Context()), t)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func TestOrganisation_KnownOperator_SignsInAndStillNeedsTheSecondFactor(t *testing.T) {
	t.Parallel()
	o := newOrganisation(t)
	session := o.mustSignIn(t)
	if session.User.ID != o.operator.ID || session.Pending != loyalty.EnrolmentPending {
		t.Errorf("the session belongs to %q and needs %q, want the operator and an enrolment", session.User.Email, session.Pending)
	}
	actor, err := o.cases.Sessions.Authenticate(atOffice(t.Context()), session.Token)
	if err != nil || actor.UserID != o.operator.ID {
		t.Errorf("the token belongs to %+v, %v; want the operator", actor, err)
	}
}

// A provider may give an e-mail address to another person later.
func TestOrganisation_LinkedAccount_CountsInsteadOfTheEmail(t *testing.T) {
	t.Parallel()
	o := newOrganisation(t)
	o.mustSignIn(t)
	o.provider.SignedIn.Email, o.provider.SignedIn.EmailVerified = "renamed@example.com", false
	if session := o.mustSignIn(t); session.User.ID != o.operator.ID {
		t.Errorf("after a change of the address the session belongs to %q, want the operator", session.User.Email)
	}
	o.provider.SignedIn = openidtest.Person{Subject: "43", Email: o.operator.Email, EmailVerified: true}
	if _, err := o.signIn(atOffice(t.Context()), t); !errors.Is(err, loyalty.ErrOrganisationRefused) {
		t.Errorf("another account with the address of a linked operator: %v, want ErrOrganisationRefused", err)
	}
	if _, err := o.cases.Operators.Reset(t.Context(), o.operator.Email); err != nil {
		t.Fatal(err)
	}
	if session := o.mustSignIn(t); session.User.ID != o.operator.ID {
		t.Errorf("after a reset the session belongs to %q, want the operator", session.User.Email)
	}
}

func TestOrganisation_OtherPeople_AreRefusedAlike(t *testing.T) {
	t.Parallel()
	o := newOrganisation(t)
	for name, person := range map[string]openidtest.Person{
		"unknown":        {Subject: "1", Email: "unknown@example.com", EmailVerified: true},
		"unverified":     {Subject: "2", Email: o.operator.Email},
		"an owner":       {Subject: "3", Email: o.Staff[loyalty.Owner].Email, EmailVerified: true},
		"without e-mail": {Subject: "4", EmailVerified: true},
	} {
		o.provider.SignedIn = person
		if _, err := o.signIn(atOffice(t.Context()), t); !errors.Is(err, loyalty.ErrOrganisationRefused) {
			t.Errorf("%s returns %v, want ErrOrganisationRefused", name, err)
		}
	}
	o.provider.SignedIn = openidtest.Person{Subject: "42", Email: o.operator.Email, EmailVerified: true}
	otherNetworkCtx := usecase.WithIP(t.Context(), netip.MustParseAddr("198.51.100.1"))
	if _, err := o.signIn(otherNetworkCtx, t); !errors.Is(err, loyalty.ErrOrganisationRefused) {
		t.Errorf("from another network: %v, want ErrOrganisationRefused", err)
	}
	if err := o.cases.Operators.Disable(t.Context(), o.operator.Email, true); err != nil {
		t.Fatal(err)
	}
	if _, err := o.signIn(atOffice(t.Context()), t); !errors.Is(err, loyalty.ErrOrganisationRefused) {
		t.Errorf("a disabled operator gets %v, want ErrOrganisationRefused", err)
	}
	if linkedSubjects := o.Database.Rows(t, "SELECT subject FROM user_identities"); len(linkedSubjects) > 0 {
		t.Errorf("refused accounts are linked: %v, want none", linkedSubjects)
	}
}

// An attacker may let a victim's browser complete the attacker's sign-in, or the reverse.
func TestOrganisation_OtherBrowser_IsRefused(t *testing.T) {
	t.Parallel()
	o := newOrganisation(t)
	ctx := atOffice(t.Context())
	address, ticket, err := o.cases.Organisation.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	_, other, err := o.cases.Organisation.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	back := o.provider.Visit(t, address)
	for name, ticket := range map[string]string{"none": "", "of another browser": other, "made up": "1.made-up"} {
		if _, err := o.cases.Organisation.Complete(ctx, ticket, back.Get("state"), back.Get("code")); !errors.Is(err, loyalty.ErrOrganisationRefused) {
			t.Errorf("ticket %s: %v, want ErrOrganisationRefused", name, err)
		}
	}
	o.Clock.Advance(access.OrganisationTicketLifetime + time.Second)
	if _, err := o.cases.Organisation.Complete(ctx, ticket, back.Get("state"), back.Get("code")); !errors.Is(err, loyalty.ErrOrganisationRefused) {
		t.Errorf("an old ticket returns %v, want ErrOrganisationRefused", err)
	}
}

func TestOrganisation_WithoutProvider_IsNotOffered(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	if shop.Cases.Organisation.IsOffered() {
		t.Error("the sign-in of the organisation is offered")
	}
	if _, _, err := shop.Cases.Organisation.Begin(t.Context()); !errors.Is(err, loyalty.ErrNoOrganisation) {
		t.Errorf("beginning returns %v, want ErrNoOrganisation", err)
	}
}

func TestOrganisation_ResetMeanwhile_IsRefused(t *testing.T) {
	t.Parallel()
	o := newOrganisation(t)
	o.mustSignIn(t)
	var redeemed, reset bool
	o.provider.OnCode = func() { redeemed = true }
	o.now = func() time.Time {
		if redeemed && !reset {
			reset = true
			if _, err := o.Cases.Operators.Reset(context.Background(), o.operator.Email); err != nil {
				t.Error(err)
			}
		}
		return o.Clock.Now()
	}
	if _, err := o.signIn(atOffice(t.Context()), t); !errors.Is(err, loyalty.ErrOrganisationRefused) || !reset {
		t.Errorf("after a reset (%v) the sign-in returns %v, want ErrOrganisationRefused", reset, err)
	}
	if linkedSubjects := o.Database.Rows(t, "SELECT subject FROM user_identities"); len(linkedSubjects) > 0 {
		t.Errorf("the reset account is linked again: %v, want none", linkedSubjects)
	}
}

func TestOrganisation_ResetOfAnyAccount_Unlinks(t *testing.T) {
	t.Parallel()
	o := newOrganisation(t)
	o.mustSignIn(t)
	if _, err := o.cases.Operators.ResetAnyAccount(t.Context(), o.operator.Email); err != nil {
		t.Fatal(err)
	}
	if linkedSubjects := o.Database.Rows(t, "SELECT subject FROM user_identities"); len(linkedSubjects) > 0 {
		t.Errorf("the account is still linked: %v", linkedSubjects)
	}
}

// A session at the provider may have begun days ago.
func TestOrganisation_AuthenticationAtProvider_CountsAsRecent(t *testing.T) {
	t.Parallel()
	o := newOrganisation(t)
	now := o.Clock.Now()
	for name, c := range map[string]struct {
		at     time.Time
		recent bool
	}{
		"just now":                      {now.Add(-time.Minute), true},
		"the provider's clock is ahead": {now.Add(time.Minute), true},
		"six minutes ago":               {now.Add(-6 * time.Minute), false},
		"the provider gives no time":    {time.Time{}, false},
	} {
		o.provider.SignedIn.AuthenticatedAt = c.at
		actor, err := o.cases.Sessions.Authenticate(atOffice(t.Context()), o.mustSignIn(t).Token)
		if err != nil {
			t.Fatal(err)
		}
		if got := o.cases.Sessions.RequireRecent(actor) == nil; got != c.recent {
			t.Errorf("%s: the session is recent = %t, want %t", name, got, c.recent)
		}
		if actor.Session.AuthenticatedAt.After(now) {
			t.Errorf("%s: the time of authentication is in the future", name)
		}
	}
}

func TestOrganisation_Refusals_AreCounted(t *testing.T) {
	t.Parallel()
	o := newOrganisation(t)
	o.mustSignIn(t)
	for _, person := range []openidtest.Person{
		{Subject: "1", Email: "unknown@example.com", EmailVerified: true},
		{Subject: "2", Email: o.operator.Email, EmailVerified: true}, // another account is linked to the operator
	} {
		o.provider.SignedIn = person
		if _, err := o.signIn(atOffice(t.Context()), t); !errors.Is(err, loyalty.ErrOrganisationRefused) {
			t.Errorf("%s returns %v, want ErrOrganisationRefused", person.Subject, err)
		}
	}
	if err := o.cases.Activity.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if countedUsers := o.Database.Rows(t, "SELECT user_id FROM refused_sign_ins"); len(countedUsers) != 2 {
		t.Errorf("the refused sign-ins are counted for %v, want 2 accounts", countedUsers)
	}
}

// The Kelvin sign (U+212A) becomes k in lower case.
func TestOrganisation_LookalikeLetterInEmail_IsRefused(t *testing.T) {
	t.Parallel()
	o := newOrganisation(t)
	lookalike := strings.NewReplacer("k", "\u212a").Replace("kate@example.com")
	if _, err := o.cases.Users.CreateSuperadmin(t.Context(), access.NewUser{Email: "kate@example.com", Name: "Kate", Password: "Otra-clave-7"}); err != nil {
		t.Fatal(err)
	}
	o.provider.SignedIn = openidtest.Person{Subject: "7", Email: lookalike, EmailVerified: true}
	if session, err := o.signIn(atOffice(t.Context()), t); !errors.Is(err, loyalty.ErrOrganisationRefused) {
		t.Errorf("the session belongs to %q, %v; want ErrOrganisationRefused", session.User.Email, err)
	}
}
