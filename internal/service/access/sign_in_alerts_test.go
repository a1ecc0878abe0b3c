package access_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func guess(t *testing.T, cases *service.Service, user loyalty.User) {
	t.Helper()
	for range access.SignInAlertThreshold {
		err := cases.Attempts.Take(t.Context(), access.Attempt{Kind: access.AttemptSignInAccount, Subject: user.Email})
		if err != nil && !errors.Is(err, loyalty.ErrTooMany) {
			t.Fatalf("guessing: %v; want no error or ErrTooMany", err)
		}
	}
}

func sentToStaff(shop *servicetest.Shop) []string {
	var to []string
	for _, mail := range shop.ClaimMails() {
		if mail.Kind == loyalty.MailSignInAlert {
			to = append(to, mail.Address)
		}
		shop.FinishMail(mail, service.MailAccepted)
	}
	slices.Sort(to)
	return to
}

func TestSignInAlerts_Mails_GoToTheUserAndTheOwners(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	second, disabledUser := shop.Account(loyalty.Owner), shop.Account(loyalty.Owner)
	if _, err := shop.Cases.Users.Disable(t.Context(), shop.Owner, disabledUser.ID); err != nil {
		t.Fatal(err)
	}
	shop.Town.Shop(t)
	barber, owner := shop.Staff[loyalty.Barber], shop.Staff[loyalty.Owner]
	guess(t, shop.Cases, barber)
	mails := shop.ClaimMails()
	if len(mails) != 3 {
		t.Fatalf("%d mails are sent, want 3", len(mails))
	}
	for _, mail := range mails {
		own := mail.Address == barber.Email
		if named := strings.Contains(mail.Text, barber.Email); named == own {
			t.Errorf("the mail to %s names the account: %t; want the name only in others' mails", mail.Address, named)
		}
		link := "https://axioma.test/app/users"
		if own {
			link = "https://axioma.test/app/account"
		}
		if !strings.Contains(mail.Text, link) || mail.Kind != loyalty.MailSignInAlert {
			t.Errorf("the %s mail to %s says %q, want an alert with the link", mail.Kind, mail.Address, mail.Text)
		}
		shop.FinishMail(mail, service.MailAccepted)
	}
	guess(t, shop.Cases, owner)
	if got := sentToStaff(shop); !slices.Equal(got, sortAddresses(owner.Email)) { // the second owner has had today's alert
		t.Errorf("the mails about the owner's account are sent to %q, want only the owner", got)
	}
	shop.Clock.Advance(25 * time.Hour)
	guess(t, shop.Cases, owner)
	if got := sentToStaff(shop); !slices.Equal(got, sortAddresses(owner.Email, second.Email)) {
		t.Errorf("a day later the mails are sent to %q, want both owners", got)
	}
}

func sortAddresses(addresses ...string) []string {
	slices.Sort(addresses)
	return addresses
}

func TestSignInAlerts_GuessesAllDay_MailEachPersonOncePerDay(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	team := []loyalty.User{shop.Staff[loyalty.Owner], shop.Staff[loyalty.Admin], shop.Staff[loyalty.Barber], shop.Account(loyalty.Barber)}
	count := map[string]int{}
	for range 11 {
		for _, user := range team {
			guess(t, shop.Cases, user)
		}
		for _, to := range sentToStaff(shop) {
			count[to]++
		}
		shop.Clock.Advance(2 * time.Hour)
	}
	for _, user := range team {
		want := 1
		if user.Role == loyalty.Owner { // one alert about their own account, one about others
			want = 2
		}
		if count[user.Email] != want {
			t.Errorf("%s gets %d mails in a day, want %d", user.Email, count[user.Email], want)
		}
	}
}

func TestSignInAlerts_OfOperator_MailsAllOperators(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	triedOperator, other := shop.Operator(t), shop.Operator(t)
	guess(t, shop.Cases, triedOperator)
	if got := sentToStaff(shop); !slices.Equal(got, sortAddresses(triedOperator.Email, other.Email)) {
		t.Errorf("the mails are sent to %q, want the tried and the other operator", got)
	}
}

func TestSignInAlerts_NoRecipient_SendsNothing(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*testing.T, *servicetest.Shop) *service.Service{
		"a server without e-mails": func(t *testing.T, shop *servicetest.Shop) *service.Service {
			cases, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now})
			if err != nil {
				t.Fatal(err)
			}
			return cases
		},
		"a suspended business": func(_ *testing.T, shop *servicetest.Shop) *service.Service {
			shop.Suspend()
			return shop.Cases
		},
		"a disabled account": func(t *testing.T, shop *servicetest.Shop) *service.Service {
			if _, err := shop.Cases.Users.Disable(t.Context(), shop.Owner, shop.Staff[loyalty.Barber].ID); err != nil {
				t.Fatal(err)
			}
			return shop.Cases
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			guess(t, prepare(t, shop), shop.Staff[loyalty.Barber])
			if got := sentToStaff(shop); len(got) != 0 {
				t.Errorf("the mails are sent to %q, want none", got)
			}
		})
	}
}
