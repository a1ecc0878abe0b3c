package access

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Invitations let staff join by a link (decision 0039).
type Invitations struct {
	base      *usecase.Base
	users     *Users
	sessions  *Sessions
	passwords *passwords
	publicURL string
	mail      bool
}

// InvitationURL returns the link. Its fragment has the token, which browsers do not send.
func InvitationURL(base, token string) string {
	return base + "/invitacion#" + url.PathEscape(token)
}

// InvitedUser is an account with its link.
type InvitedUser struct {
	User         loyalty.User
	BusinessName string
	Token        string // returned once; stored as hash
	ExpiresAt    time.Time
	Mailed       bool
}

// OpenInvitation is the content of an invitation's page.
type OpenInvitation struct {
	User         loyalty.User
	BusinessName string
	business     loyalty.Business
}

// Create adds an account without password. A replay returns account and link, or loyalty.ErrUserChanged after the first
// password. Errors: those of Users.Create.
func (i *Invitations) Create(ctx context.Context, actor usecase.Actor, draft NewUser, key usecase.IdempotencyKey) (InvitedUser, error) {
	if err := i.sessions.mayCreate(actor, draft.Role, key); err != nil {
		return InvitedUser{}, err
	}
	user, err := i.users.accountWithoutPassword(draft, actor.BusinessID)
	if err != nil {
		return InvitedUser{}, err
	}
	user.PasswordExpiresAt = i.base.Now().Add(loyalty.InvitationLifetime)
	request := fmt.Sprintf("invite %s %s: %s", user.Role, user.Email, user.Name)
	var invitedUser InvitedUser
	var refusal error
	err = i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		storedUser, err := i.users.insertOnceIn(tx, actor, user, nil, key, request)
		if refusal, err = usecase.SplitCommitted(err); err != nil || refusal != nil {
			return err
		}
		if storedUser.ID == user.ID {
			invitedUser, err = i.invite(tx, actor, storedUser)
			return err
		}
		invitedUser, err = i.addLink(tx, storedUser)
		return err
	})
	return invitedUser, errors.Join(err, refusal)
}

// Renew makes a new link, and revokes former links and temporary passwords. Errors: those of Users.ResetPassword and
// loyalty.User.MayInvite.
func (i *Invitations) Renew(ctx context.Context, actor usecase.Actor, userID string) (InvitedUser, error) {
	user, err := i.users.managedUser(ctx, actor, userID)
	if err != nil {
		return InvitedUser{}, err
	}
	if err := i.sessions.requireRecentFor(actor, user.Role); err != nil {
		return InvitedUser{}, err
	}
	var invitedUser InvitedUser
	err = i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := lockActor(tx, actor); err != nil {
			return err
		}
		invitedUser, err = i.invite(tx, actor, user)
		return err
	})
	return invitedUser, err
}

func (i *Invitations) invite(tx *store.PlatformTx, actor usecase.Actor, user loyalty.User) (InvitedUser, error) {
	if err := user.MayInvite(); err != nil {
		return InvitedUser{}, err
	}
	expires := i.base.Now().Add(loyalty.InvitationLifetime)
	version, err := i.base.IDs.TokenVersion()
	if err != nil {
		return InvitedUser{}, err
	}
	changed, err := tx.Users().SetPassword(store.PasswordChange{UserID: user.ID, Until: expires, CheckedVersion: user.TokenVersion, Version: version})
	if err != nil {
		return InvitedUser{}, err
	}
	if !changed {
		return InvitedUser{}, loyalty.ErrUserChanged
	}
	user.PasswordHash, user.PasswordExpiresAt, user.TokenVersion = "", expires, version
	invitedUser, err := i.addLink(tx, user)
	if err != nil {
		return InvitedUser{}, err
	}
	err = tx.Invitations().Put(store.Invitation{
		UserID: user.ID, TokenHash: i.sessions.tokens.invitationHash(invitedUser.Token), Role: user.Role, TokenVersion: version, ExpiresAt: expires,
	})
	if err != nil {
		return InvitedUser{}, err
	}
	if err := i.mailLink(tx, user, invitedUser.BusinessName, invitedUser.Token); err != nil {
		return InvitedUser{}, err
	}
	return invitedUser, i.base.Record(tx.In(actor.BusinessID), actor.UserID, loyalty.ActionUserInvited, user.ID, user.Email)
}

func (i *Invitations) addLink(tx *store.PlatformTx, user loyalty.User) (InvitedUser, error) {
	if !user.IsInvited() {
		return InvitedUser{}, loyalty.ErrUserChanged
	}
	business, err := businessName(tx, user.BusinessID)
	return InvitedUser{
		User: user, BusinessName: business, Token: i.sessions.tokens.invitationToken(user), ExpiresAt: user.PasswordExpiresAt, Mailed: i.mail,
	}, err
}

func (i *Invitations) mailLink(tx *store.PlatformTx, user loyalty.User, business, token string) error {
	if !i.mail {
		return nil
	}
	id, err := i.base.IDs.Next(i.base.Now())
	if err != nil {
		return err
	}
	return tx.StaffMails().Insert(loyalty.Mail{
		ID: id, Kind: loyalty.MailInvitation, Address: user.Email, Sender: staffSender,
		Subject:   "Entra en el equipo de " + business,
		Text:      i.mailText(user, business, token),
		CreatedAt: i.base.Now(), ExpiresAt: user.PasswordExpiresAt,
	}, user.ID)
}

func (i *Invitations) mailText(user loyalty.User, business, token string) string {
	hello := "Hola:"
	if name := loyalty.FirstWord(user.Name); name != "" {
		hello = "Hola, " + name + ":"
	}
	return hello + "\n\nTe invitan a entrar en el equipo de " + business + " en Axioma. Elige tu contraseña y entra aquí:\n\n" +
		InvitationURL(i.publicURL, token) +
		"\n\nEl enlace vale 7 días y una sola vez. Después entrarás con este correo y tu contraseña.\n\n" +
		"Si no trabajas en " + business + ", no hagas nada.\n"
}

// Show returns an invitation, or loyalty.ErrInvitationRefused.
func (i *Invitations) Show(ctx context.Context, token string) (OpenInvitation, error) {
	_, open, err := i.read(ctx, token)
	return open, err
}

// Accept sets the first password and signs in. It returns loyalty.ErrInvitationRefused for an old link or changed
// account. A rejected password is a validation error and keeps the link valid.
func (i *Invitations) Accept(ctx context.Context, token, password string) (Session, error) {
	invitation, open, err := i.read(ctx, token)
	if err != nil {
		return Session{}, err
	}
	user := open.User
	facts := factsOf(user, open.BusinessName)
	if err := i.passwords.check("newPassword", password, loyalty.MinOwnPassword, facts...); err != nil {
		return Session{}, err
	}
	hash, err := i.passwords.hash(ctx, user.ID, password)
	if err != nil {
		return Session{}, err
	}
	var session usecase.StaffSession
	change := store.PasswordChange{UserID: user.ID, Hash: hash, CheckedVersion: invitation.TokenVersion}
	err = i.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if change.Version, err = i.base.IDs.TokenVersion(); err != nil {
			return err
		}
		changed, err := tx.Users().SetPassword(change)
		if err != nil {
			return err
		}
		if !changed {
			return loyalty.ErrInvitationRefused
		}
		if err := tx.Invitations().RemoveOf(user.ID); err != nil {
			return err
		}
		user.TokenVersion, user.PasswordExpiresAt = change.Version, time.Time{}
		session = i.sessions.newSession(user)
		if err := i.sessions.storeSession(ctx, tx, user, session); err != nil {
			return err
		}
		return i.sessions.recordAccount(tx, user, loyalty.ActionUserJoined)
	})
	if err != nil {
		return Session{}, fmt.Errorf("accepting an invitation: %w", err)
	}
	return i.sessions.open(user, open.business, session)
}

func (i *Invitations) read(ctx context.Context, token string) (invitation store.Invitation, open OpenInvitation, err error) {
	err = i.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		found := false
		invitation, found, err = tx.Invitations().Get(i.sessions.tokens.invitationHash(strings.TrimSpace(token)))
		if err != nil {
			return err
		}
		if !found || !i.base.Now().Before(invitation.ExpiresAt) {
			return loyalty.ErrInvitationRefused
		}
		user, err := tx.Users().Get(invitation.UserID)
		if err != nil {
			return err
		}
		business, err := tx.Businesses().Get(user.BusinessID)
		if err != nil {
			return err
		}
		if !user.DisabledAt.IsZero() || user.TokenVersion != invitation.TokenVersion || user.Role != invitation.Role || !business.IsActive() {
			return loyalty.ErrInvitationRefused
		}
		open = OpenInvitation{User: user, BusinessName: business.Name, business: business}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("reading an invitation: %w", err)
	}
	return invitation, open, err
}

// invitationToken derives the token, so that a replay gets the same link although only its hash is stored.
func (t tokens) invitationToken(user loyalty.User) string {
	return t.hmacHex("invitation-link", fmt.Sprintf("%s %d", user.ID, user.TokenVersion))
}

func (t tokens) invitationHash(token string) string { return t.hmacHex("invitation", token) }

func (i *Invitations) removeExpired(ctx context.Context) error {
	return i.base.RunRemovals(ctx, []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).Invitations, store.Invitations.RemoveExpired), Before: i.base.Now()}})
}
