package access_test

import (
	"errors"
	"regexp"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

var invitationLink = regexp.MustCompile(`https://axioma\.test/invitacion#(\S+)`)

const chosenPassword = "navaja y peine 7"

func invite(t *testing.T, shop *servicetest.Shop, email string) access.InvitedUser {
	t.Helper()
	draft := access.NewUser{Email: email, Name: "Bea Ruiz", Role: loyalty.Barber}
	invitedUser, err := shop.Cases.Invitations.Create(t.Context(), shop.Owner, draft, "")
	if err != nil {
		t.Fatalf("inviting %s: %v", email, err)
	}
	return invitedUser
}

// Spec: routes-10
func TestInvitation_Link_JoinsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	invitedUser := invite(t, shop, "Bea@axioma.test")
	if _, err := shop.Cases.Sessions.SignIn(t.Context(), "bea@axioma.test", ""); !errors.Is(err, loyalty.ErrSignInFailed) {
		t.Errorf("before the invitation is accepted, an empty password returns %v; want ErrSignInFailed", err)
	}
	open, err := shop.Cases.Invitations.Show(t.Context(), invitedUser.Token)
	if err != nil || open.BusinessName != shop.Business.Name || open.User.Name != "Bea Ruiz" || open.User.Role != loyalty.Barber {
		t.Errorf("the link shows %+v, %v; want BusinessName %v, User.Name Bea Ruiz and User.Role %v", open, err, shop.Business.Name, loyalty.Barber)
	}
	var refusal *loyalty.Error
	for _, weak := range []string{"corta", "Barbería 1"} {
		if _, err := shop.Cases.Invitations.Accept(t.Context(), invitedUser.Token, weak); !errors.As(err, &refusal) || refusal.Fields[0].Field != "newPassword" {
			t.Errorf("the password %q returns %v, want an error at the new password", weak, err)
		}
	}
	session, err := shop.Cases.Invitations.Accept(t.Context(), invitedUser.Token, chosenPassword)
	if err != nil || session.User.MustChoosePassword() || session.BusinessName != shop.Business.Name {
		t.Fatalf("accepting: %+v, %v; want User.MustChoosePassword false and BusinessName %v", session, err, shop.Business.Name)
	}
	actor, err := shop.Cases.Sessions.Authenticate(t.Context(), session.Token)
	if err != nil || actor.BusinessID != shop.Business.ID || actor.Role != loyalty.Barber || actor.MustChoosePassword {
		t.Errorf("the session belongs to %+v, %v; want BusinessID %v, Role %v and MustChoosePassword false", actor, err, shop.Business.ID, loyalty.Barber)
	}
	if _, err := shop.Cases.Sessions.SignIn(t.Context(), "bea@axioma.test", chosenPassword); err != nil {
		t.Errorf("signing in with the chosen password: %v", err)
	}
	for name, token := range map[string]string{"used": invitedUser.Token, "invented": "abc", "empty": ""} {
		if _, err := shop.Cases.Invitations.Accept(t.Context(), token, chosenPassword); !errors.Is(err, loyalty.ErrInvitationRefused) {
			t.Errorf("the %s link returns %v, want ErrInvitationRefused", name, err)
		}
	}
	if _, err := shop.Cases.Invitations.Renew(t.Context(), shop.Owner, invitedUser.User.ID); !errors.Is(err, loyalty.ErrInvitationAccepted) {
		t.Errorf("inviting again returns %v, want ErrInvitationAccepted", err)
	}
	trail := shop.Database.Rows(t, "SELECT action FROM audit_events WHERE subject_id = '"+invitedUser.User.ID+"' ORDER BY id")
	for _, action := range []loyalty.Action{loyalty.ActionUserCreated, loyalty.ActionUserInvited, loyalty.ActionUserJoined} {
		if !slices.Contains(trail, string(action)) {
			t.Errorf("the trail %q lacks %s", trail, action)
		}
	}
	if storedHashes := shop.Database.Rows(t, "SELECT token_hash FROM invitations"); len(storedHashes) != 0 {
		t.Errorf("%d invitations are stored, want none", len(storedHashes))
	}
}

func TestInvitation_Stored_IsAHash(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	invitedUser := invite(t, shop, "bea@axioma.test")
	storedHashes := shop.Database.Rows(t, "SELECT token_hash FROM invitations")
	if len(storedHashes) != 1 || storedHashes[0] == invitedUser.Token {
		t.Errorf("the database must store a hash: it has %q for the token %q", storedHashes, invitedUser.Token)
	}
}

// Spec: routes-10
func TestInvitation_OutOfDate_IsRefused(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, shop *servicetest.Shop, user loyalty.User){
		"after 7 days": func(_ *testing.T, shop *servicetest.Shop, _ loyalty.User) {
			shop.Clock.Advance(loyalty.InvitationLifetime)
		},
		"after a new invitation": func(t *testing.T, shop *servicetest.Shop, user loyalty.User) {
			if _, err := shop.Cases.Invitations.Renew(t.Context(), shop.Admin, user.ID); err != nil {
				t.Fatal(err)
			}
		},
		"after a temporary password": func(t *testing.T, shop *servicetest.Shop, user loyalty.User) {
			if _, err := shop.Cases.Users.ResetPassword(t.Context(), shop.Owner, user.ID, ""); err != nil {
				t.Fatal(err)
			}
		},
		"after disabling and enabling": func(t *testing.T, shop *servicetest.Shop, user loyalty.User) {
			if _, err := shop.Cases.Users.Disable(t.Context(), shop.Owner, user.ID); err != nil {
				t.Fatal(err)
			}
			if _, err := shop.Cases.Invitations.Renew(t.Context(), shop.Owner, user.ID); !errors.Is(err, loyalty.ErrInvitedDisabled) {
				t.Errorf("inviting a disabled account returns %v, want ErrInvitedDisabled", err)
			}
			if _, err := shop.Cases.Users.Enable(t.Context(), shop.Owner, user.ID); err != nil {
				t.Fatal(err)
			}
		},
		"with another role": func(t *testing.T, shop *servicetest.Shop, user loyalty.User) {
			if err := shop.Database.Try(t, "UPDATE users SET role = 'ADMIN' WHERE id = '"+user.ID+"'"); err != nil {
				t.Fatal(err)
			}
		},
		"after a suspension": func(_ *testing.T, shop *servicetest.Shop, _ loyalty.User) { shop.Suspend() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			invitedUser := invite(t, shop, "bea@axioma.test")
			end(t, shop, invitedUser.User)
			if _, err := shop.Cases.Invitations.Show(t.Context(), invitedUser.Token); !errors.Is(err, loyalty.ErrInvitationRefused) {
				t.Errorf("showing the invitation returns %v, want ErrInvitationRefused", err)
			}
			if _, err := shop.Cases.Invitations.Accept(t.Context(), invitedUser.Token, chosenPassword); !errors.Is(err, loyalty.ErrInvitationRefused) {
				t.Errorf("accepting the invitation returns %v, want ErrInvitationRefused", err)
			}
		})
	}
}

func TestInvitation_Caller_IsLimitedByRoleAndBusiness(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	stranger := shop.Town.Shop(t)
	invitedUser := invite(t, shop, "bea@axioma.test")
	admin := access.NewUser{Email: "ada@axioma.test", Role: loyalty.Admin}
	if _, err := shop.Cases.Invitations.Create(t.Context(), shop.Admin, admin, ""); !errors.Is(err, loyalty.ErrForbidden) {
		t.Errorf("an admin who invites an admin gets %v, want ErrForbidden", err)
	}
	ada, err := shop.Cases.Invitations.Create(t.Context(), shop.Recent(shop.Owner), admin, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Invitations.Renew(t.Context(), shop.Admin, ada.User.ID); !errors.Is(err, loyalty.ErrForbidden) {
		t.Errorf("an admin who renews the invitation of an admin gets %v, want ErrForbidden", err)
	}
	if _, err := stranger.Cases.Invitations.Renew(t.Context(), stranger.Owner, invitedUser.User.ID); !errors.Is(err, loyalty.ErrUserNotFound) {
		t.Errorf("another business that renews the invitation gets %v, want ErrUserNotFound", err)
	}
	if _, err := stranger.Cases.Invitations.Create(t.Context(), stranger.Owner, access.NewUser{Email: "bea@axioma.test", Role: loyalty.Barber}, ""); !errors.Is(err, loyalty.ErrEmailTaken) {
		t.Errorf("another business that invites the address gets %v, want ErrEmailTaken", err)
	}
	var refusal *loyalty.Error
	if _, err := shop.Cases.Invitations.Create(t.Context(), shop.Owner, access.NewUser{Email: "nada", Role: loyalty.Barber}, ""); !errors.As(err, &refusal) || refusal.Fields[0].Field != "email" {
		t.Errorf("a wrong address returns %v, want an error at email", err)
	}
	if _, err := shop.Cases.Invitations.Accept(t.Context(), invitedUser.Token, chosenPassword); err != nil {
		t.Errorf("after the refused calls the link is refused: %v", err)
	}
}

func TestInvitation_RepeatedRequest_GetsTheSameLink(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	draft := access.NewUser{Email: "bea@axioma.test", Name: "Bea", Role: loyalty.Barber}
	create := func(draft access.NewUser) (access.InvitedUser, error) {
		return shop.Cases.Invitations.Create(t.Context(), shop.Owner, draft, usecase.IdempotencyKey("clave-1"))
	}
	first, err := create(draft)
	if err != nil {
		t.Fatal(err)
	}
	second, err := create(draft)
	if err != nil || second.User.ID != first.User.ID || second.Token != first.Token || !second.ExpiresAt.Equal(first.ExpiresAt) {
		t.Fatalf("the repeated request returns %+v, %v; want %+v", second, err, first)
	}
	draft.Name = "Leo"
	if _, err := create(draft); !errors.Is(err, loyalty.ErrIdempotencyMismatch) {
		t.Errorf("another request with the same key returns %v, want ErrIdempotencyMismatch", err)
	}
	if _, err := shop.Cases.Invitations.Accept(t.Context(), first.Token, chosenPassword); err != nil {
		t.Errorf("accepting with the first link: %v", err)
	}
	draft.Name = "Bea"
	if _, err := create(draft); !errors.Is(err, loyalty.ErrUserChanged) {
		t.Errorf("after the acceptance the repeated request returns %v, want ErrUserChanged", err)
	}
	if users := shop.Database.Rows(t, "SELECT id FROM users WHERE email = 'bea@axioma.test'"); len(users) != 1 {
		t.Errorf("there are %d accounts, want 1", len(users))
	}
}

func TestInvitation_LinkUsedTwiceAtOnce_WorksOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	token := invite(t, shop, "bea@axioma.test").Token
	passwords := []string{chosenPassword, "tijera y cepillo 8"}
	var faults [2]error
	accept := func(i int) func() {
		return func() { _, faults[i] = shop.Cases.Invitations.Accept(t.Context(), token, passwords[i]) }
	}
	runTogether(accept(0), accept(1))
	for i, fault := range faults {
		_, err := shop.Cases.Sessions.SignIn(t.Context(), "bea@axioma.test", passwords[i])
		if (fault == nil) != (err == nil) || fault != nil && !errors.Is(fault, loyalty.ErrInvitationRefused) {
			t.Errorf("the link returns %v, but signing in with its password returns %v, want success of one if and only if of the other", fault, err)
		}
	}
	if (faults[0] == nil) == (faults[1] == nil) {
		t.Errorf("the two uses of the link return %v, want one success", faults)
	}
}

func TestInvitation_Mail_HasTheLink(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	invitedUser := invite(t, shop, "bea@axioma.test")
	shop.Clock.Advance(time.Millisecond)
	mails := shop.ClaimMails()
	if !invitedUser.Mailed || len(mails) != 1 || mails[0].Kind != loyalty.MailInvitation || mails[0].Address != "bea@axioma.test" {
		t.Fatalf("the mails sent are %+v, want one invitation", mails)
	}
	match := invitationLink.FindStringSubmatch(mails[0].Text)
	if len(match) != 2 || match[1] != invitedUser.Token {
		t.Errorf("the mail must contain the link: %q", mails[0].Text)
	}
}

func TestInvitation_Expired_IsRemovedAndCanBeRenewed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	invitedUser := invite(t, shop, "bea@axioma.test")
	shop.Clock.Advance(loyalty.InvitationLifetime + time.Second)
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rows := shop.Database.Rows(t, "SELECT user_id FROM invitations"); len(rows) != 0 {
		t.Errorf("%d invitations are stored, want none", len(rows))
	}
	again, err := shop.Cases.Invitations.Renew(t.Context(), shop.Owner, invitedUser.User.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Invitations.Accept(t.Context(), again.Token, chosenPassword); err != nil {
		t.Errorf("accepting with the renewed link: %v", err)
	}
}
