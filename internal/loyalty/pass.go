package loyalty

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"time"
)

// Pass is a customer's wallet pass as last sent.
type Pass struct {
	BusinessID string
	CustomerID string
	Serial     string // random, never reused
	Digest     string
	Version    int64 // of the last change; global sequence
	ModifiedAt time.Time
	EndedAt    time.Time
}

// WithDigest returns the pass with a new digest and time of change. Changes are at least a second apart: phones compare
// whole seconds.
func (p Pass) WithDigest(digest string, now time.Time) Pass {
	p.Digest = digest
	modifiedAt := now.UTC().Truncate(time.Second)
	if after := p.ModifiedAt.Add(time.Second); modifiedAt.Before(after) {
		modifiedAt = after
	}
	p.ModifiedAt = modifiedAt
	return p
}

// WalletVendor is the vendor of a wallet.
type WalletVendor string

// Vendors.
const (
	AppleWallet  WalletVendor = "APPLE"
	GoogleWallet WalletVendor = "GOOGLE"
)

// WalletVendors returns all vendors.
func WalletVendors() []WalletVendor { return []WalletVendor{AppleWallet, GoogleWallet} }

// PassHolder is a phone with a pass.
type PassHolder struct {
	Vendor    WalletVendor
	ID        string
	PushToken string
}

// Validate refuses ids and tokens that no phone sends.
func (h PassHolder) Validate() error {
	if !ValidID(h.ID) {
		return InvalidField("device", "El dispositivo no es válido.")
	}
	if !pushToken.MatchString(h.PushToken) {
		return InvalidField("pushToken", "El identificador para avisos no es válido.")
	}
	return nil
}

var pushToken = regexp.MustCompile(`^[A-Za-z0-9]{8,200}$`)

// Push notifies a phone of a changed pass, which it then fetches.
type Push struct {
	BusinessID string
	CustomerID string
	Serial     string
	Holder     PassHolder
	Tries      int64
}

// Pass returns the pass of the push.
func (p Push) Pass() Pass {
	return Pass{BusinessID: p.BusinessID, CustomerID: p.CustomerID, Serial: p.Serial}
}

// PushUrgency orders pushes.
type PushUrgency int64

// Urgencies, most urgent first. Where possible, only PushCard shows a notification.
const (
	PushCard PushUrgency = iota
	PushRecord
	PushBulk
)

// PushUrgencies returns all urgencies, most urgent first.
func PushUrgencies() []PushUrgency { return []PushUrgency{PushCard, PushRecord, PushBulk} }

// MaxPassHolders is the most phones of a vendor with one pass. A new phone replaces the oldest.
const MaxPassHolders = 20

// MaxPassesPerRequest limits the passes that a phone gets at once.
const MaxPassesPerRequest = 10

// PassFace is the content of a pass.
type PassFace struct {
	Business  string
	QRID      string
	Colour    Colour
	Logo      LogoName
	FirstName string // without surname, because locked screens show passes
	Progress  Progress
	Premises  Premises
	Void      bool // true: the face has no customer and premises
}

// NewPassFace returns a valid card's face. An unverified phone shows no family: a stranger may have typed it.
func NewPassFace(business Business, customer Customer, progress Progress) PassFace {
	if customer.PhoneUnverified {
		progress.FamilyName = ""
	}
	return PassFace{Business: business.Name, QRID: customer.QR(), Colour: business.Colour.OrDefault(), Logo: business.VisibleLogo(), FirstName: FirstWord(customer.Name), Progress: progress, Premises: business.Premises}
}

// NewVoidPassFace returns the face of a pass that is not valid any more.
func NewVoidPassFace(business Business) PassFace {
	return PassFace{Business: business.Name, Colour: business.Colour.OrDefault(), Logo: business.VisibleLogo(), Void: true}
}

// Digest returns a hash of the content.
func (f PassFace) Digest() string {
	p := f.Progress
	content := fmt.Sprintf("%q %q %s %s %q %t %q %d %d %d %t", f.Business, f.QRID, f.Colour, f.Logo, f.FirstName, f.Void, p.FamilyName, p.Terms.Target, p.Terms.Half, p.Card.Stamps, p.Terms.VIP)
	content += fmt.Sprintf(" %q %q %q %q", f.Premises.Address, f.Premises.Phone, f.Premises.BookingURL, f.Premises.Hours)
	for _, kind := range RewardKinds() {
		if reward, owed := p.FirstOwed(kind); owed {
			content += " " + string(kind)
			if reward.Promise != "" {
				content += fmt.Sprintf(" %q", reward.Promise)
			}
		}
	}
	digest := sha256.Sum256([]byte(content))
	return hex.EncodeToString(digest[:16])
}
