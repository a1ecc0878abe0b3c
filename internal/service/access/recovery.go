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

// Recovery lets owners choose another password by a mailed link (decision 0019).
type Recovery struct {
	base      *usecase.Base
	sessions  *Sessions
	passwords *passwords
	methods   RecoveryMethods
	publicURL string
}

// RecoveryMethods are the ways in which owners can recover an account.
type RecoveryMethods struct {
	Email   bool
	Contact string

	ShortestPassword int // characters of a user's own choice
}

// Methods returns the available methods.
func (r *Recovery) Methods() RecoveryMethods { return r.methods }

// Request mails a link to an owner. It runs the same statements for every address. Without a mail server it returns
// loyalty.ErrRecoveryUnavailable.
func (r *Recovery) Request(ctx context.Context, email string) error {
	if !r.methods.Email {
		return loyalty.ErrRecoveryUnavailable
	}
	address, _ := loyalty.ParseEmail(email)
	token, err := r.base.IDs.Secret()
	if err != nil {
		return err
	}
	id, err := r.base.IDs.Next(r.base.Now())
	if err != nil {
		return err
	}
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		owner, err := tx.Users().Owner(address)
		if err != nil && !errors.Is(err, loyalty.ErrUserNotFound) {
			return err
		}
		expires := r.base.Now().Add(loyalty.PasswordResetLifetime)
		err = tx.PasswordResets().Insert(store.PasswordReset{
			TokenHash: r.sessions.tokens.resetHash(token), UserID: owner.ID, TokenVersion: owner.TokenVersion, ExpiresAt: expires,
		})
		if err != nil {
			return err
		}
		return tx.StaffMails().Insert(loyalty.Mail{
			ID: id, Kind: loyalty.MailPasswordReset, Address: owner.Email, Sender: staffSender,
			Subject: "Elige una contraseña nueva", Text: r.resetText(token), CreatedAt: r.base.Now(), ExpiresAt: expires,
		}, owner.ID)
	})
	if err != nil {
		return fmt.Errorf("requesting a password reset: %w", err)
	}
	return nil
}

const staffSender = "Axioma"

// ResetPath is the path of reset links. The token follows as fragment, which browsers do not send.
const ResetPath = "/login/restablecer"

func (r *Recovery) resetText(token string) string {
	return "Hola:\n\nHas pedido elegir una contraseña nueva para entrar en Axioma. Elígela aquí:\n\n" +
		r.publicURL + ResetPath + "#" + url.PathEscape(token) +
		fmt.Sprintf("\n\nEl enlace vale %.0f minutos y una sola vez.\n\n", loyalty.PasswordResetLifetime.Minutes()) +
		"Si no lo has pedido tú, no hagas nada: tu contraseña sigue siendo la misma.\n"
}

// Reset sets the password and revokes sessions, or returns loyalty.ErrResetRefused for an old link or changed account.
// A rejected password keeps the link valid.
func (r *Recovery) Reset(ctx context.Context, token, password string) error {
	reset, user, facts, err := r.read(ctx, token)
	if err != nil {
		return err
	}
	if err := r.passwords.check("newPassword", password, loyalty.MinOwnPassword, facts...); err != nil {
		return err
	}
	hash, err := r.passwords.hash(ctx, user.ID, password)
	if err != nil {
		return err
	}
	change := store.PasswordChange{UserID: user.ID, Hash: hash, CheckedVersion: reset.TokenVersion}
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if change.Version, err = r.base.IDs.TokenVersion(); err != nil {
			return err
		}
		changed, err := tx.Users().SetPassword(change)
		if err != nil {
			return err
		}
		if !changed {
			return loyalty.ErrResetRefused
		}
		if err := tx.PasswordResets().RemoveOf(user.ID); err != nil {
			return err
		}
		if err := r.sessions.mails.queue(ctx, tx, user, r.changedByLink()); err != nil {
			return err
		}
		return r.sessions.recordAccount(tx, user, loyalty.ActionPasswordRecovered)
	})
	if err != nil {
		return fmt.Errorf("resetting a password by e-mail: %w", err)
	}
	return nil
}

func (r *Recovery) read(ctx context.Context, token string) (reset store.PasswordReset, user loyalty.User, facts []string, err error) {
	err = r.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		found := false
		reset, found, err = tx.PasswordResets().Get(r.sessions.tokens.resetHash(strings.TrimSpace(token)))
		if err != nil {
			return err
		}
		if !found || reset.UserID == "" || !r.base.Now().Before(reset.ExpiresAt) {
			return loyalty.ErrResetRefused
		}
		if user, err = tx.Users().Get(reset.UserID); err != nil {
			return err
		}
		// Account or business may have been disabled or suspended meanwhile.
		if _, err := tx.Users().Owner(user.Email); errors.Is(err, loyalty.ErrUserNotFound) || user.TokenVersion != reset.TokenVersion {
			return loyalty.ErrResetRefused
		} else if err != nil {
			return err
		}
		facts, err = publicFacts(tx, user)
		return err
	})
	if err != nil {
		err = fmt.Errorf("reading a password reset: %w", err)
	}
	return reset, user, facts, err
}

const noticeLifetime = 24 * time.Hour

func (r *Recovery) changedByLink() accountNotice {
	return accountNotice{
		kind: loyalty.MailPasswordChanged, subject: "Tu contraseña ha cambiado",
		what:  "La contraseña con la que entras en Axioma se acaba de cambiar con un enlace enviado a este correo, y se han cerrado todas tus sesiones.",
		ifNot: "Si no has sido tú, pide otro enlace en " + r.publicURL + ResetPath + " y revisa quién puede leer este correo.",
	}
}

func (t tokens) resetHash(token string) string { return t.hmacHex("password-reset", token) }

func (r *Recovery) removeExpired(ctx context.Context) error {
	return r.base.RunRemovals(ctx, []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).PasswordResets, store.PasswordResets.RemoveExpired), Before: r.base.Now()}})
}
