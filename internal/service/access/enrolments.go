package access

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Confirm enrols the offered key by its first code. It returns a complete session and the recovery codes, which are
// shown once. A key that replaces another ends the user's other sessions; a first one makes them enter a code. After a
// lost answer the same session may confirm again for ten minutes: it gets new recovery codes. Errors:
// loyalty.ErrSecondFactorRefused, loyalty.ErrSecondFactorEnrolled, loyalty.ErrEnrolmentOutdated,
// loyalty.ErrSecondFactorRequired.
func (f *SecondFactors) Confirm(ctx context.Context, actor usecase.Actor, typed string) (Session, []string, error) {
	user, business, err := f.read(ctx, actor.UserID)
	if err != nil {
		return Session{}, nil, err
	}
	codes, err := drawRecoveryCodes()
	if err != nil {
		return Session{}, nil, err
	}
	if user.SecondFactor.WasJustConfirmed(actor.Session.ID, f.base.Now()) {
		err = f.confirmAgain(ctx, user, typed, codes)
	} else {
		err = f.confirmOffered(ctx, actor, user, typed, codes)
	}
	if err != nil {
		return Session{}, nil, err
	}
	user.SecondFactor.EnrolledAt = f.base.Now()
	session, err := f.sessions.open(user, business, passed(actor.Session, actor.Session.AuthenticatedAt))
	return session, codes, err
}

func (f *SecondFactors) confirmOffered(ctx context.Context, actor usecase.Actor, user loyalty.User, typed string, codes []string) error {
	replaces, offered := user.SecondFactor.IsEnrolled(), user.SecondFactor.Offered()
	switch {
	case replaces && offered == "":
		return loyalty.ErrSecondFactorEnrolled
	case offered == "":
		return loyalty.ErrEnrolmentOutdated
	}
	if err := requirePassed(actor, user); err != nil {
		return err
	}
	step, ok := matchingStep(offered, loyalty.CanonicalCode(typed), f.base.Now())
	if !ok {
		return loyalty.ErrSecondFactorRefused
	}
	if err := f.sessions.WriteUses(ctx); err != nil { // so that every session has its row
		return err
	}
	key := store.ConfirmedKey{Secret: offered, SessionID: actor.Session.ID, Step: step, At: f.base.Now()}
	err := f.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		enrolled, err := tx.SecondFactors().Enrol(user.ID, key)
		if err == nil && !enrolled {
			err = loyalty.ErrEnrolmentOutdated
		}
		if err != nil {
			return err
		}
		if err := tx.SecondFactors().ReplaceCodes(user.ID, f.hashes(user.ID, codes)); err != nil {
			return err
		}
		return f.recordEnrolled(ctx, tx, actor, user, replaces)
	})
	if err != nil {
		return fmt.Errorf("enrolling a second factor: %w", err)
	}
	return nil
}

// recordEnrolled ends the other sessions after a replacement, tells the user and audits.
func (f *SecondFactors) recordEnrolled(ctx context.Context, tx *store.PlatformTx, actor usecase.Actor, user loyalty.User, replaces bool) error {
	if !replaces {
		if err := f.sessions.mails.queue(ctx, tx, user, factorAdded()); err != nil {
			return err
		}
		return f.sessions.recordAccount(tx, user, loyalty.ActionSecondFactorOn)
	}
	if _, err := tx.StaffSessions().EndOthers(user.ID, actor.Session.ID); err != nil {
		return err
	}
	if err := f.sessions.mails.queue(ctx, tx, user, factorReplaced()); err != nil {
		return err
	}
	return f.sessions.recordAccount(tx, user, loyalty.ActionSecondFactorMoved)
}

// confirmAgain replaces the recovery codes of a confirmation whose answer was lost. It accepts the code of the
// confirmation once more, unless another one was used since, or a later one.
func (f *SecondFactors) confirmAgain(ctx context.Context, user loyalty.User, typed string, codes []string) error {
	step, ok := matchingStep(user.SecondFactor.Secret, loyalty.CanonicalCode(typed), f.base.Now())
	if !ok {
		return loyalty.ErrSecondFactorRefused
	}
	err := f.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		locked, err := tx.Users().Lock(user.ID)
		if err != nil {
			return err
		}
		switch {
		case locked.SecondFactor.Secret != user.SecondFactor.Secret:
			return loyalty.ErrEnrolmentOutdated
		case step != locked.SecondFactor.Step:
			used, err := tx.SecondFactors().UseStep(user.ID, locked.SecondFactor.Secret, step)
			if err == nil && !used {
				err = loyalty.ErrSecondFactorRefused
			}
			if err != nil {
				return err
			}
		}
		return f.replaceCodes(ctx, tx, user, codes)
	})
	if err != nil {
		return fmt.Errorf("confirming a second factor again: %w", err)
	}
	return nil
}

const whatFactorProtects = "Al entrar en Axioma se pide, además de tu contraseña, un código de tu aplicación."

func factorAdded() accountNotice {
	return accountNotice{kind: loyalty.MailSecondFactor, subject: "Has activado la verificación en dos pasos", what: "Se ha activado la verificación en dos pasos en tu cuenta. " + whatFactorProtects}
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
	return accountNotice{kind: loyalty.MailSecondFactor, subject: "Tienes códigos de recuperación nuevos", what: "Se han sacado códigos de recuperación nuevos para tu cuenta. Los de antes ya no valen."}
}
