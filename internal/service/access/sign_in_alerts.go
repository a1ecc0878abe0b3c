package access

import (
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// signInAlerts sends mails about guessed passwords (decision 0019).
type signInAlerts struct {
	base      *usecase.Base
	sends     bool
	publicURL string
}

// AccountPath is where users change their password.
const AccountPath = "/app/account"

const usersPath = "/app/users"

type signInAlert struct {
	to      loyalty.User
	subject string
	text    string
	limit   string
}

// alertsFor returns the alerts to the user and the owners; about an operator, to the user and the other operators. A
// disabled account causes none.
func (m signInAlerts) alertsFor(tx *store.PlatformTx, user loyalty.User) ([]signInAlert, error) {
	if !m.sends || !user.DisabledAt.IsZero() {
		return nil, nil
	}
	others, err := managersOf(tx, user)
	if err != nil {
		return nil, err
	}
	mails := []signInAlert{m.toUser(user)}
	for _, manager := range others {
		if manager.ID != user.ID && manager.DisabledAt.IsZero() {
			mails = append(mails, m.toManager(manager, user))
		}
	}
	return mails, nil
}

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

func (m signInAlerts) toUser(user loyalty.User) signInAlert {
	return signInAlert{
		to: user, limit: user.ID + " own", subject: "Se han probado muchas contraseñas en tu cuenta",
		text: "Hola:\n\nSe han probado muchas contraseñas para entrar en Axioma con este correo.\n\n" +
			"Si has sido tú, no tienes que hacer nada. Si no, cambia tu contraseña por una larga que no uses en otro sitio:\n\n" +
			m.publicURL + AccountPath + "\n\n" + onceADay,
	}
}

func (m signInAlerts) toManager(manager, user loyalty.User) signInAlert {
	help := "Si no ha sido esa persona, pídele que la cambie o dale otra en «Equipo»:\n\n" + m.publicURL + usersPath
	if user.Role == loyalty.Superadmin {
		help = "Si no ha sido esa persona, dale otra con «axioma superadmin reset»."
	}
	return signInAlert{
		to: manager, limit: manager.ID + " others", subject: "Se han probado muchas contraseñas en una cuenta",
		text: fmt.Sprintf("Hola:\n\nSe han probado muchas contraseñas para entrar en Axioma con la cuenta de %s (%s).\n\n", user.Name, user.Email) +
			help + "\n\n" + onceADay,
	}
}

const onceADay = "Este aviso llega una vez al día como mucho. En Axioma están todas las cuentas con las que ha pasado.\n"

// queueAlerts sends each user one a day about their own account, and one about others.
func (a *Attempts) queueAlerts(tx *store.PlatformTx, user loyalty.User) error {
	mails, err := a.alerts.alertsFor(tx, user)
	if err != nil {
		return err
	}
	for _, mail := range mails {
		count, err := tx.Attempts().Use(a.tokens.attemptKey(Attempt{AttemptSignInAlert, mail.limit}), a.base.Now(), AttemptSignInAlert.Limit().Window)
		if err != nil {
			return err
		}
		if count.Used > AttemptSignInAlert.Limit().Max {
			continue
		}
		id, err := a.base.IDs.Next(a.base.Now())
		if err != nil {
			return err
		}
		err = tx.StaffMails().Insert(loyalty.Mail{
			ID: id, Kind: loyalty.MailSignInAlert, Address: mail.to.Email, Sender: staffSender, Subject: mail.subject, Text: mail.text,
			CreatedAt: a.base.Now(), ExpiresAt: a.base.Now().Add(noticeLifetime),
		}, mail.to.ID)
		if err != nil {
			return fmt.Errorf("queueing sign-in alerts for account %s: %w", user.ID, err)
		}
	}
	return nil
}
