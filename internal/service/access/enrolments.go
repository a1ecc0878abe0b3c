package access

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Confirm enrols the offered key by its first code. It returns a complete session and recovery codes, shown once, but
// none for a first app beside passkeys. Replacing a key ends the other sessions; after a first key they must pass the factor. For ten
// minutes the session may repeat the call, with new codes. Errors: loyalty.ErrSecondFactorRefused,
// loyalty.ErrSecondFactorEnrolled, loyalty.ErrEnrolmentOutdated, loyalty.ErrSecondFactorRequired.
func (f *SecondFactors) Confirm(ctx context.Context, actor usecase.Actor, typedCode string) (Session, []string, error) {
	user, business, err := f.read(ctx, actor.UserID)
	if err != nil {
		return Session{}, nil, err
	}
	var codes []string
	if user.SecondFactor.WasJustConfirmed(actor.Session.ID, f.base.Now()) {
		codes, err = f.confirmAgain(ctx, user, typedCode)
	} else {
		codes, err = f.confirmOffered(ctx, actor, user, typedCode)
	}
	if err != nil {
		return Session{}, nil, err
	}
	user.SecondFactor.EnrolledAt = f.base.Now()
	session, err := f.sessions.open(user, business, withSecondFactor(actor.Session, actor.Session.AuthenticatedAt))
	return session, codes, err
}

func (f *SecondFactors) confirmOffered(ctx context.Context, actor usecase.Actor, user loyalty.User, typedCode string) (codes []string, err error) {
	offeredKey := user.SecondFactor.OfferedKey()
	if user.SecondFactor.HasApp() && offeredKey == "" {
		return nil, loyalty.ErrSecondFactorEnrolled
	}
	if err := requirePassed(actor, user); err != nil {
		return nil, err
	}
	if offeredKey == "" {
		return nil, loyalty.ErrEnrolmentOutdated
	}
	step, ok := matchingStep(offeredKey, loyalty.CanonicalCode(typedCode), f.base.Now())
	if !ok {
		return nil, loyalty.ErrSecondFactorRefused
	}
	if err := f.sessions.storeUsesOf(ctx, actor.UserID); err != nil {
		return nil, err
	}
	key := store.ConfirmedKey{Secret: offeredKey, SessionID: actor.Session.ID, Step: step, At: f.base.Now()}
	err = f.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		codes, err = f.enrol(ctx, tx, actor, key)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("enrolling a second factor: %w", err)
	}
	return codes, nil
}

func (f *SecondFactors) enrol(ctx context.Context, tx *store.PlatformTx, actor usecase.Actor, key store.ConfirmedKey) (codes []string, err error) {
	user, err := tx.Users().Lock(actor.UserID)
	if err == nil {
		err = requirePassed(actor, user) // a passkey may have been added meanwhile
	}
	if err != nil {
		return nil, err
	}
	enrolled, err := tx.SecondFactors().Enrol(user.ID, key)
	if err == nil && !enrolled {
		err = loyalty.ErrEnrolmentOutdated
	}
	if err != nil {
		return nil, err
	}
	if user.SecondFactor.HasApp() || user.SecondFactor.PasskeyCount == 0 {
		if codes, err = f.sessions.giveRecoveryCodes(tx, user.ID); err != nil {
			return nil, err
		}
	}
	return codes, f.recordEnrolled(ctx, tx, actor, user)
}

func (f *SecondFactors) recordEnrolled(ctx context.Context, tx *store.PlatformTx, actor usecase.Actor, before loyalty.User) error {
	notice, action := factorAdded(whatAppProtects), loyalty.ActionSecondFactorOn
	switch {
	case before.SecondFactor.HasApp():
		notice, action = factorReplaced(), loyalty.ActionSecondFactorMoved
		if _, err := tx.StaffSessions().EndOthers(before.ID, actor.Session.ID); err != nil {
			return err
		}
	case before.SecondFactor.IsEnrolled():
		notice = appAdded()
	}
	if err := f.sessions.mails.queue(ctx, tx, before, notice); err != nil {
		return err
	}
	return f.sessions.recordAccount(tx, before, action)
}

// confirmAgain replaces lost recovery codes. It accepts the same code if no other was used since, or a later one.
func (f *SecondFactors) confirmAgain(ctx context.Context, user loyalty.User, typedCode string) (codes []string, err error) {
	step, ok := matchingStep(user.SecondFactor.Secret, loyalty.CanonicalCode(typedCode), f.base.Now())
	if !ok {
		return nil, loyalty.ErrSecondFactorRefused
	}
	err = f.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		lockedUser, err := tx.Users().Lock(user.ID)
		if err != nil {
			return err
		}
		switch {
		case lockedUser.SecondFactor.Secret != user.SecondFactor.Secret:
			return loyalty.ErrEnrolmentOutdated
		case step != lockedUser.SecondFactor.Step:
			used, err := tx.SecondFactors().UseStep(user.ID, lockedUser.SecondFactor.Secret, step)
			if err == nil && !used {
				err = loyalty.ErrSecondFactorRefused
			}
			if err != nil {
				return err
			}
		}
		codes, err = f.redrawCodes(ctx, tx, user)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("confirming a second factor again: %w", err)
	}
	return codes, nil
}

const (
	whatAppProtects     = "Al entrar en Axioma se pide, además de tu contraseña, un código de tu aplicación."
	whatPasskeyProtects = "Al entrar en Axioma se pide, además de tu contraseña, tu llave de acceso o un código de recuperación."
)

func factorAdded(whatProtects string) accountNotice {
	return accountNotice{kind: loyalty.MailSecondFactor, subject: "Has activado la verificación en dos pasos", what: "Se ha activado la verificación en dos pasos en tu cuenta. " + whatProtects}
}

func appAdded() accountNotice {
	return accountNotice{kind: loyalty.MailSecondFactor, subject: "Tu cuenta tiene una aplicación de códigos", what: "Se ha añadido una aplicación de códigos a la verificación en dos pasos de tu cuenta. Vale igual que tus llaves de acceso."}
}

func passkeyAdded(name string) accountNotice {
	return accountNotice{kind: loyalty.MailSecondFactor, subject: "Tienes una llave de acceso nueva", what: "Se ha añadido la llave de acceso «" + name + "» a la verificación en dos pasos de tu cuenta."}
}

func passkeyRemoved(name string) accountNotice {
	return accountNotice{kind: loyalty.MailSecondFactor, subject: "Se ha quitado una llave de acceso", what: "Se ha quitado la llave de acceso «" + name + "» de tu cuenta, y se han cerrado tus sesiones en otros dispositivos."}
}

func factorReplaced() accountNotice {
	return accountNotice{
		kind: loyalty.MailSecondFactor, subject: "Tu verificación en dos pasos está en otro móvil",
		what: "La verificación en dos pasos de tu cuenta se ha pasado a otra aplicación, y se han cerrado tus sesiones en otros dispositivos. La aplicación y los códigos de recuperación de antes ya no valen.",
	}
}

func factorRemoved() accountNotice {
	return accountNotice{kind: loyalty.MailSecondFactor, subject: "Se ha quitado la verificación en dos pasos", what: "Se ha quitado la verificación en dos pasos de tu cuenta. Para entrar en Axioma basta tu contraseña."}
}

func codesReplaced() accountNotice {
	return accountNotice{kind: loyalty.MailSecondFactor, subject: "Tienes códigos de recuperación nuevos", what: "Se han creado códigos de recuperación nuevos para tu cuenta. Los de antes ya no valen."}
}
