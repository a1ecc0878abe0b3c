package access

import (
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// triedMails tell by e-mail that somebody guesses the password of an account (decision 0019).
type triedMails struct {
	base      *usecase.Base
	sends     bool // e-mails leave
	publicURL string
}

// AccountPath is where users of the web app change their own password.
const AccountPath = "/app/account"

// usersPath is where the accounts of a business are managed.
const usersPath = "/app/users"

// triedMail is one such e-mail.
type triedMail struct {
	to      loyalty.User
	subject string
	text    string
	limit   string // what it counts with
}

// of returns the mails about an account: to its user, and to the owners of the business or,
// about an operator, to the other operators. A disabled account opens nothing, so there are none.
func (m triedMails) of(tx *store.PlatformTx, tried loyalty.User) ([]triedMail, error) {
	if !m.sends || !tried.DisabledAt.IsZero() {
		return nil, nil
	}
	others, err := managersOf(tx, tried)
	if err != nil {
		return nil, err
	}
	mails := []triedMail{m.toUser(tried)}
	for _, manager := range others {
		if manager.ID != tried.ID && manager.DisabledAt.IsZero() {
			mails = append(mails, m.toManager(manager, tried))
		}
	}
	return mails, nil
}

// managersOf returns the people who answer for an account: the owners of its business, or all
// operators.
func managersOf(tx *store.PlatformTx, user loyalty.User) ([]loyalty.User, error) {
	if user.Role == loyalty.Superadmin {
		return tx.Users().Operators()
	}
	staff, err := tx.Users().Of(user.BusinessID)
	if err != nil {
		return nil, err
	}
	var owners []loyalty.User
	for _, member := range staff {
		if member.Role == loyalty.Owner {
			owners = append(owners, member)
		}
	}
	return owners, nil
}

func (m triedMails) toUser(user loyalty.User) triedMail {
	return triedMail{
		to: user, limit: user.ID + " own", subject: "Se han probado muchas contraseñas en tu cuenta",
		text: "Hola:\n\nSe han probado muchas contraseñas para entrar en Axioma con este correo.\n\n" +
			"Si has sido tú, no tienes que hacer nada. Si no, cambia tu contraseña por una larga que no uses en otro sitio:\n\n" +
			m.publicURL + AccountPath + "\n\n" + onceADay,
	}
}

func (m triedMails) toManager(manager, tried loyalty.User) triedMail {
	help := "Si no ha sido esa persona, pídele que la cambie o dale otra en «Equipo»:\n\n" + m.publicURL + usersPath
	if tried.Role == loyalty.Superadmin {
		help = "Si no ha sido esa persona, dale otra con «axioma superadmin reset»."
	}
	return triedMail{
		to: manager, limit: manager.ID + " others", subject: "Se han probado muchas contraseñas en una cuenta",
		text: fmt.Sprintf("Hola:\n\nSe han probado muchas contraseñas para entrar en Axioma con la cuenta de %s (%s).\n\n", tried.Name, tried.Email) +
			help + "\n\n" + onceADay,
	}
}

const onceADay = "Este aviso llega una vez al día como mucho. En Axioma están todas las cuentas con las que ha pasado.\n"

// mailTried queues the mails about an account whose password is guessed. Each person gets one
// a day about their own account and one about the accounts of others, however many are tried.
func (a *Attempts) mailTried(tx *store.PlatformTx, tried loyalty.User) error {
	mails, err := a.mails.of(tx, tried)
	if err != nil {
		return err
	}
	for _, mail := range mails {
		counted, err := tx.Attempts().Use(a.tokens.attemptKey(Attempt{AttemptTriedMail, mail.limit}), a.base.Now(), AttemptTriedMail.Limit().Within)
		if err != nil {
			return err
		}
		if counted.Used > AttemptTriedMail.Limit().Most {
			continue
		}
		id, err := a.base.IDs.Next(a.base.Now())
		if err != nil {
			return err
		}
		err = tx.StaffMails().Put(loyalty.Mail{
			ID: id, Kind: loyalty.MailSignInAlert, Address: mail.to.Email, Sender: staffSender, Subject: mail.subject, Text: mail.text,
			CreatedAt: a.base.Now(), ExpiresAt: a.base.Now().Add(noticeLife),
		}, mail.to.ID)
		if err != nil {
			return fmt.Errorf("mailing that account %s is tried: %w", tried.ID, err)
		}
	}
	return nil
}
