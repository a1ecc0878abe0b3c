package loyalty

import "time"

// MailKind is the kind of an e-mail.
type MailKind string

// The kinds of e-mail. The first two go to customers, the others to staff.
const (
	MailCode            MailKind = "CODE"             // a code to sign in to the portal
	MailQR              MailKind = "QR"               // a customer's QR; a child's goes to the guardian
	MailPasswordReset   MailKind = "PASSWORD_RESET"   // a link to choose a new password
	MailPasswordChanged MailKind = "PASSWORD_CHANGED" // the password was changed
	MailInvitation      MailKind = "INVITATION"       // a link to choose the first password
	MailSignInAlert     MailKind = "ACCOUNT_TRIED"    // many passwords of an account were tried
	MailNewDevice       MailKind = "NEW_DEVICE"       // the account was used on a new device
	MailSecondFactor    MailKind = "SECOND_FACTOR"    // the second factor was added, replaced or removed
	MailWeek            MailKind = "WEEK"             // the owner's week
)

// PasswordResetLifetime is how long a password reset link is valid.
const PasswordResetLifetime = 30 * time.Minute

// Lifetime returns how long a mail may be sent. After a day the customer uses the QR on the screen.
func (k MailKind) Lifetime() time.Duration {
	if k == MailQR {
		return 24 * time.Hour
	}
	return CodeLifetime
}

// MailPictureID is the content id of the picture in the HTML.
const MailPictureID = "qr.png"

// Mail is a queued e-mail. Sent mails are not stored.
type Mail struct {
	BusinessID string
	ID         string
	CustomerID string // whose QR it contains; of a child the child
	Kind       MailKind
	Address    string // as on the customer's record
	Sender     string // display name: Business.SenderName
	Subject    string
	Text       string
	HTML       string // HTML version, with MailPictureID if there is a picture; empty: plain text only
	Picture    string // PNG bytes for HTML; rendered at sending
	CreatedAt  time.Time
	SendAt     time.Time // queue position, earliest first; zero: CreatedAt
	ExpiresAt  time.Time // not sent from then on
	Tries      int64
}
