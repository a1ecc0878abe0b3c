package access_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

var resetLink = regexp.MustCompile(`https://axioma\.test/login/restablecer#(\S+)`)

func requestReset(t *testing.T, shop *servicetest.Shop, email string) string {
	t.Helper()
	if err := shop.Cases.Recovery.Request(t.Context(), email); err != nil {
		t.Fatalf("asking for a link to %s: %v", email, err)
	}
	shop.Clock.Advance(time.Millisecond)
	token := ""
	for _, mail := range shop.ClaimMails() {
		if mail.Kind != loyalty.MailPasswordReset || mail.Address != strings.ToLower(strings.TrimSpace(email)) {
			t.Errorf("a mail of kind %s goes to %s, want a reset link to the typed address", mail.Kind, mail.Address)
		}
		token = resetLink.FindStringSubmatch(mail.Text)[1]
		shop.FinishMail(mail, service.MailAccepted)
	}
	return token
}

// Spec: routes-9
func TestRecovery_Owner_ChoosesAnotherPasswordOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	session := shop.Token(t, owner)
	earlier, token := requestReset(t, shop, owner.Email), requestReset(t, shop, " "+strings.ToUpper(owner.Email))
	if earlier == "" || token == "" {
		t.Fatal("no link was mailed")
	}
	var refusal *loyalty.Error
	if err := shop.Cases.Recovery.Reset(t.Context(), token, "corta"); !errors.As(err, &refusal) || refusal.Fields[0].Field != "newPassword" {
		t.Errorf("a short password returns %v, want an error at the new password", err)
	}
	if err := shop.Cases.Recovery.Reset(t.Context(), token, "navaja y peine 7"); err != nil {
		t.Fatalf("after a refused password the link returns %v", err)
	}
	if _, err := shop.Cases.Sessions.SignIn(t.Context(), owner.Email, "navaja y peine 7"); err != nil {
		t.Errorf("the new password does not sign in: %v", err)
	}
	if _, err := shop.Cases.Sessions.SignIn(t.Context(), owner.Email, servicetest.Password); !errors.Is(err, loyalty.ErrSignInFailed) {
		t.Errorf("the former password returns %v, want ErrSignInFailed", err)
	}
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), session); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("the session from before the reset returns %v, want ErrTokenExpired", err)
	}
	for name, used := range map[string]string{"used": token, "earlier": earlier, "invented": "abc", "empty": ""} {
		if err := shop.Cases.Recovery.Reset(t.Context(), used, "navaja y peine 8"); !errors.Is(err, loyalty.ErrResetRefused) {
			t.Errorf("the %s link returns %v, want ErrResetRefused", name, err)
		}
	}
	mails := shop.ClaimMails()
	if len(mails) != 1 || mails[0].Kind != loyalty.MailPasswordChanged || mails[0].Address != owner.Email {
		t.Errorf("the mails sent afterwards are %+v, want one about the password", mails)
	}
	trail := shop.Database.Rows(t, "SELECT action FROM audit_events WHERE subject_id = '"+owner.ID+"'")
	if !slices.Contains(trail, string(loyalty.ActionPasswordRecovered)) {
		t.Errorf("the trail %q lacks password-recovered", trail)
	}
}

func TestRecovery_LinkOutOfDate_IsRefused(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, shop *servicetest.Shop, owner loyalty.User){
		"after 30 minutes": func(_ *testing.T, shop *servicetest.Shop, _ loyalty.User) {
			shop.Clock.Advance(loyalty.PasswordResetLifetime)
		},
		"after a reset": func(t *testing.T, shop *servicetest.Shop, owner loyalty.User) {
			if _, err := shop.Cases.Operators.ResetAnyAccount(t.Context(), owner.Email); err != nil {
				t.Fatal(err)
			}
		},
		"after all sessions were ended": func(t *testing.T, shop *servicetest.Shop, _ loyalty.User) {
			if _, err := shop.Cases.Operators.EndAllSessions(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
		"after a suspension": func(_ *testing.T, shop *servicetest.Shop, _ loyalty.User) { shop.Suspend() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			owner := shop.Staff[loyalty.Owner]
			token := requestReset(t, shop, owner.Email)
			end(t, shop, owner)
			if err := shop.Cases.Recovery.Reset(t.Context(), token, "navaja y peine 7"); !errors.Is(err, loyalty.ErrResetRefused) {
				t.Errorf("the link returns %v, want ErrResetRefused", err)
			}
		})
	}
}

func TestRecovery_AddressOfNoOwner_IsAnsweredAlikeAndGetsNoMail(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	disabledUser := shop.Account(loyalty.Owner)
	if _, err := shop.Cases.Users.Disable(t.Context(), shop.Owner, disabledUser.ID); err != nil {
		t.Fatal(err)
	}
	suspendedShop := shop.Town.Shop(t)
	suspendedShop.Suspend()
	rows := func() int {
		return len(shop.Database.Rows(t, "SELECT token_hash FROM password_resets UNION ALL SELECT id FROM staff_mails"))
	}
	for name, email := range map[string]string{
		"an unknown address": "nadie@axioma.test", "an invalid address": "nadie", "an empty address": "", "a NUL": "a\x00@b.test", "a barber": shop.Staff[loyalty.Barber].Email,
		"an admin": shop.Staff[loyalty.Admin].Email, "an operator": shop.Operator(t).Email, "a disabled owner": disabledUser.Email,
		"an owner of a suspended business": suspendedShop.Staff[loyalty.Owner].Email,
	} {
		before := rows()
		if err := shop.Cases.Recovery.Request(t.Context(), email); err != nil {
			t.Errorf("%s returns %v", name, err)
		}
		if addedRows := rows() - before; addedRows != 2 {
			t.Errorf("%s adds %d rows, want 2 as for an owner", name, addedRows)
		}
		if storedRows := shop.Database.Rows(t, "SELECT id FROM staff_mails WHERE user_id IS NULL AND address <> ''"); len(storedRows) != 0 {
			t.Errorf("the address of %s is stored", name)
		}
		state, err := shop.Cases.Mails.State(t.Context())
		if err != nil || state.Waiting != 0 {
			t.Errorf("for %s %d mails wait, %v; want none", name, state.Waiting, err)
		}
		if mails := shop.ClaimMails(); len(mails) != 0 {
			t.Errorf("%s gets a mail to %q, want none", name, mails[0].Address)
		}
	}
	before := rows()
	if requestReset(t, shop, shop.Staff[loyalty.Owner].Email); rows()-before != 1 { // the mail was sent
		t.Errorf("an owner adds %d rows, want 1", rows()-before)
	}
}

func TestRecovery_OwnerDisabledMeanwhile_GetsNoMail(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Account(loyalty.Owner)
	if err := shop.Cases.Recovery.Request(t.Context(), other.Email); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Users.Disable(t.Context(), shop.Owner, other.ID); err != nil {
		t.Fatal(err)
	}
	if mails := shop.ClaimMails(); len(mails) != 0 {
		t.Errorf("a mail is sent to %q, want none", mails[0].Address)
	}
}

func TestRecovery_MailThatIsHeldOrExpires_IsTriedAgainOrForgotten(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	if err := shop.Cases.Recovery.Request(t.Context(), owner.Email); err != nil {
		t.Fatal(err)
	}
	state, err := shop.Cases.Mails.State(t.Context())
	if err != nil || state.Waiting != 1 {
		t.Errorf("%d mails wait, %v; want 1", state.Waiting, err)
	}
	for _, result := range []service.MailResult{service.MailQueueHeld, service.MailRetryLater} {
		mails := shop.ClaimMails()
		if len(mails) != 1 {
			t.Fatalf("%d mails are claimed before one is reported as %s, want 1", len(mails), result)
		}
		shop.FinishMail(mails[0], result)
		shop.Clock.Advance(5 * time.Minute)
	}
	shop.Clock.Advance(time.Hour)
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rows := shop.Database.Rows(t, "SELECT token_hash FROM password_resets UNION ALL SELECT id FROM staff_mails"); len(rows) != 0 {
		t.Errorf("an hour later there are %d rows, want none", len(rows))
	}
}

func TestRecovery_LinkUsedTwiceAtOnce_WorksOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	token := requestReset(t, shop, shop.Staff[loyalty.Owner].Email)
	passwords := []string{"navaja y peine 7", "tijera y cepillo 8"}
	var faults [2]error
	reset := func(i int) func() {
		return func() { faults[i] = shop.Cases.Recovery.Reset(t.Context(), token, passwords[i]) }
	}
	runTogether(reset(0), reset(1))
	for i, fault := range faults {
		_, err := shop.Cases.Sessions.SignIn(t.Context(), shop.Staff[loyalty.Owner].Email, passwords[i])
		if (fault == nil) != (err == nil) || fault != nil && !errors.Is(fault, loyalty.ErrResetRefused) {
			t.Errorf("the link returns %v, but signing in with its password returns %v, want success of one if and only if of the other", fault, err)
		}
	}
	if (faults[0] == nil) == (faults[1] == nil) {
		t.Errorf("the two uses of the link return %v, want one success", faults)
	}
}

func TestRecovery_WithoutMail_IsRefusedAndNamesTheOperator(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	cases, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, OperatorContact: "soporte@axioma.test"})
	if err != nil {
		t.Fatal(err)
	}
	if methods := cases.Recovery.Methods(); methods.Email || methods.Contact != "soporte@axioma.test" {
		t.Errorf("the recovery methods are %+v, want only the contact", methods)
	}
	if err := cases.Recovery.Request(t.Context(), shop.Staff[loyalty.Owner].Email); !errors.Is(err, loyalty.ErrRecoveryUnavailable) {
		t.Errorf("asking for a link returns %v, want ErrRecoveryUnavailable", err)
	}
}

func TestRecovery_TemporaryPasswordThatExpired_IsReplaced(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Account(loyalty.Owner)
	actor := usecase.Actor{UserID: shop.Owner.UserID, Role: loyalty.Owner, BusinessID: shop.Business.ID}
	if _, err := shop.Cases.Users.ResetPassword(t.Context(), shop.Recent(actor), owner.ID, ""); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(2 * loyalty.TemporaryPasswordLifetime)
	if err := shop.Cases.Recovery.Reset(t.Context(), requestReset(t, shop, owner.Email), "navaja y peine 7"); err != nil {
		t.Fatal(err)
	}
	session, err := shop.Cases.Sessions.SignIn(t.Context(), owner.Email, "navaja y peine 7")
	if err != nil || session.User.MustChoosePassword() {
		t.Errorf("signing in: %v; the password is temporary: %t; want a chosen password", err, session.User.MustChoosePassword())
	}
}
