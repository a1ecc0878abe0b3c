package access

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// accountMails notify of account changes, in the change's transaction.
type accountMails struct {
	base      *usecase.Base
	sends     bool
	publicURL string
}

// accountNotice has no secret and no link that signs in.
type accountNotice struct {
	kind    loyalty.MailKind
	subject string
	what    string
	ifNot   string // advice; empty: the usual one
	where   string // empty: the caller's device
}

// queue queues a notice. It does nothing without a mail server.
func (m accountMails) queue(ctx context.Context, tx *store.PlatformTx, user loyalty.User, notice accountNotice) error {
	if !m.sends || user.Email == "" {
		return nil
	}
	local, err := m.now(tx, user)
	if err != nil {
		return err
	}
	if notice.ifNot == "" {
		notice.ifNot = "Si no has sido tú, entra en " + m.publicURL + AccountPath + ", cambia tu contraseña y cierra las sesiones que no conozcas."
	}
	id, err := m.base.IDs.Next(m.base.Now())
	if err != nil {
		return err
	}
	err = tx.StaffMails().Insert(loyalty.Mail{
		ID: id, Kind: notice.kind, Address: user.Email, Sender: staffSender, Subject: notice.subject,
		Text:      "Hola:\n\n" + notice.what + "\n\nCuándo: " + local + "\nDesde: " + cmp.Or(notice.where, callerPlace(ctx)) + "\n\n" + notice.ifNot + "\n",
		CreatedAt: m.base.Now(), ExpiresAt: m.base.Now().Add(noticeLifetime),
	}, user.ID)
	if err != nil {
		return fmt.Errorf("queueing a notice about account %s: %w", user.ID, err)
	}
	return nil
}

func (m accountMails) now(tx *store.PlatformTx, user loyalty.User) (string, error) {
	business, err := businessOf(tx, user)
	if err != nil {
		return "", err
	}
	zone, name := time.UTC, "UTC"
	if business.Zone != nil {
		zone, name = business.Zone, "hora de "+business.Zone.String()
	}
	return m.base.Now().In(zone).Format("02/01/2006 a las 15:04") + " (" + name + ")", nil
}

func callerPlace(ctx context.Context) string {
	device := DeviceName(usecase.UserAgentOf(ctx))
	if address := usecase.AddressOf(ctx); address != "" {
		return device + ", dirección " + address
	}
	return device
}

// passwordReset does not name an operator.
func (m accountMails) passwordReset(tx *store.PlatformTx, actor usecase.Actor) (accountNotice, error) {
	by, err := tx.Users().Get(actor.UserID)
	if by.Role == loyalty.Superadmin {
		by.Name = "el operador"
	}
	return passwordResetBy(by.Name), err
}

func passwordResetBy(name string) accountNotice {
	return accountNotice{
		kind: loyalty.MailPasswordChanged, subject: "Tienes una contraseña nueva",
		what:  "Han cambiado la contraseña con la que entras en Axioma y se han cerrado todas tus sesiones. Lo ha hecho " + name + ", que te dará la nueva.",
		ifNot: "Si no lo esperabas, pregúntale antes de usarla.",
	}
}

const onMachine = "el servidor de Axioma (línea de comandos)"

func passwordResetOnMachine() accountNotice {
	notice := passwordResetBy("el operador")
	notice.where = onMachine
	return notice
}

// factorRemovedOnMachine returns the notice of a factor removed by the command line. It has no link: the command line
// knows no public URL.
func factorRemovedOnMachine() accountNotice {
	notice := factorRemoved()
	notice.what += " Se han cerrado todas tus sesiones. Lo ha hecho el operador."
	notice.ifNot, notice.where = "Si no lo has pedido, avisa a quien lleva tu Axioma y cambia tu contraseña.", onMachine
	return notice
}

func passwordChanged() accountNotice {
	return accountNotice{
		kind: loyalty.MailPasswordChanged, subject: "Tu contraseña ha cambiado",
		what:  "La contraseña con la que entras en Axioma se acaba de cambiar, y se han cerrado tus sesiones en otros dispositivos.",
		ifNot: "Si no has sido tú, pide enseguida una contraseña nueva: quien la cambió puede entrar en tu cuenta.",
	}
}

// newDeviceMails is the maximum of such notices in a day: a browser without cookies is new each time.
const newDeviceMails = 5

func (m accountMails) queueNewDevice(ctx context.Context, tx *store.PlatformTx, signer tokens, user loyalty.User) error {
	if !m.sends || !usecase.IsNewDevice(ctx) {
		return nil
	}
	count, err := tx.Attempts().Use(signer.attemptKey(Attempt{AttemptNewDeviceMail, user.ID}), m.base.Now(), AttemptNewDeviceMail.Limit().Window)
	if err != nil || count.Used > AttemptNewDeviceMail.Limit().Max {
		return err
	}
	notice := accountNotice{
		kind: loyalty.MailNewDevice, subject: "Se ha entrado en tu cuenta desde un dispositivo nuevo",
		what: "Alguien ha entrado en tu cuenta de Axioma desde un dispositivo en el que no habías entrado antes.",
	}
	if user.SecondFactor.IsEnrolled() {
		notice.subject = "Se ha escrito tu contraseña en un dispositivo nuevo"
		notice.what = "Alguien ha escrito bien tu contraseña de Axioma en un dispositivo en el que no habías entrado antes. Aún no ha entrado: le falta el segundo paso."
	}
	return m.queue(ctx, tx, user, notice)
}
