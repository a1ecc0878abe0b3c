package loyalty

import "time"

// MailKind is what an e-mail is about.
type MailKind string

// The kinds of e-mail. The first two go to customers, the others to staff.
const (
	MailCode            MailKind = "CODE"             // a code with which a customer signs in to the portal
	MailQR              MailKind = "QR"               // brings a customer's QR, or a guardian that of a child
	MailPasswordReset   MailKind = "PASSWORD_RESET"   // a link to choose a new password
	MailPasswordChanged MailKind = "PASSWORD_CHANGED" // that it was chosen
	MailSignInAlert     MailKind = "ACCOUNT_TRIED"    // that many passwords of an account were tried
)

// PasswordResetLifetime is how long a link to choose a new password is valid.
const PasswordResetLifetime = 30 * time.Minute

// Lifetime is how long a mail with a QR may be sent: after that the customer has shown the
// one on the screen.
func (k MailKind) Lifetime() time.Duration {
	if k == MailQR {
		return 24 * time.Hour
	}
	return CodeLifetime
}

// MailPictureID is the content id of the picture within the HTML of a mail.
const MailPictureID = "qr.png"

// Mail is an e-mail to a customer that waits to be sent. Nothing is kept of one that was.
type Mail struct {
	BusinessID string
	ID         string
	CustomerID string // whose QR it brings: of a child that of the child
	Kind       MailKind
	Address    string // of the customer, as it stands on her record
	Sender     string // who it is shown to come from: Business.SenderName
	Subject    string
	Text       string
	HTML       string // the same with a picture, MailPicture; empty: the mail is text alone
	Picture    string // the bytes of the PNG that HTML shows; drawn when the mail is sent
	CreatedAt  time.Time
	SendAt     time.Time // its place in the queue, earliest first; zero: CreatedAt
	ExpiresAt  time.Time // from then on it is not sent any more
	Tries      int64
}
