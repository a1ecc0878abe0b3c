package loyalty

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"time"
)

// Pass is a customer's card in the wallet of her telephone: what telephones know it by,
// and what they were told of it last.
type Pass struct {
	BusinessID string
	CustomerID string
	Serial     string // a Secret, never another
	Digest     string // Digest of its face
	Version    int64  // grows over all passes with each change of one
	ModifiedAt time.Time
	EndedAt    time.Time // since when it follows the card no more, whatever becomes of that; zero: it does
}

// WithDigest is the pass when it says something else. The time at which it was modified is told
// to telephones in whole seconds, so that of two changes the second is a later one, however
// soon it follows.
func (p Pass) WithDigest(digest string, now time.Time) Pass {
	p.Digest = digest
	modified := now.UTC().Truncate(time.Second)
	if after := p.ModifiedAt.Add(time.Second); modified.Before(after) {
		modified = after
	}
	p.ModifiedAt = modified
	return p
}

// WalletVendor is whose wallet keeps a pass.
type WalletVendor string

// The vendors.
const (
	AppleWallet  WalletVendor = "APPLE"
	GoogleWallet WalletVendor = "GOOGLE"
)

// WalletVendors are all of them.
func WalletVendors() []WalletVendor { return []WalletVendor{AppleWallet, GoogleWallet} }

// PassHolder is a telephone that keeps a pass.
type PassHolder struct {
	Vendor    WalletVendor
	ID        string // what the telephone calls itself
	PushToken string // where it is told that the pass has changed
}

// Validate refuses what no telephone says of itself: names and tokens are of letters, digits
// and hyphens.
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

// Push is the news for a holder that the pass which it keeps has changed. It does not say how:
// who is told asks.
type Push struct {
	BusinessID string
	CustomerID string
	Serial     string
	Holder     PassHolder
	Tries      int64
}

// Pass is the pass that a push is news of.
func (p Push) Pass() Pass {
	return Pass{BusinessID: p.BusinessID, CustomerID: p.CustomerID, Serial: p.Serial}
}

// PushUrgency is how soon a push leaves, beside others.
type PushUrgency int64

// The urgencies, the most urgent first: what happens to a card goes before what is changed
// of all. Where we decide what a telephone tells of, it tells of the first alone.
const (
	PushCard   PushUrgency = iota // by which the customer may have earned something
	PushRecord                    // by which she has not: what was redeemed, corrected, or put together
	PushBulk
)

// PushUrgencies are all of them, the most urgent first.
func PushUrgencies() []PushUrgency { return []PushUrgency{PushCard, PushRecord, PushBulk} }

// MaxPassHolders is how many telephones keep a pass at most: another one takes the place of
// the first.
const MaxPassHolders = 20

// MaxPassesPerRequest is how many passes telephones take at once.
const MaxPassesPerRequest = 10

// PassFace is what a pass says of a customer's card.
type PassFace struct {
	Business  string   // its name
	QRID      string   // as of Customer.QR
	Colour    Colour   // of its sign
	Logo      LogoName // empty: it shows none
	FirstName string   // more is not shown: passes are seen on locked screens
	Progress  Progress
	Premises  Premises // of the business
	Void      bool     // the card is no longer good; of customer and premises it says nothing then
}

// NewPassFace is what the pass of a customer's card says while it is good. It names no family before
// the phone is proved: a stranger may have typed it.
func NewPassFace(business Business, customer Customer, progress Progress) PassFace {
	if customer.PhoneUnverified {
		progress.FamilyName = ""
	}
	return PassFace{Business: business.Name, QRID: customer.QR(), Colour: business.Colour.OrDefault(), Logo: business.VisibleLogo(), FirstName: FirstWord(customer.Name), Progress: progress, Premises: business.Premises}
}

// NewVoidPassFace is what the pass of a card says that is no longer good.
func NewVoidPassFace(business Business) PassFace {
	return PassFace{Business: business.Name, Colour: business.Colour.OrDefault(), Logo: business.VisibleLogo(), Void: true}
}

// Digest is the same for two faces that show the same.
func (f PassFace) Digest() string {
	p := f.Progress
	shown := fmt.Sprintf("%q %q %s %s %q %t %q %d %d %d %t", f.Business, f.QRID, f.Colour, f.Logo, f.FirstName, f.Void, p.FamilyName, p.Terms.Target, p.Terms.Half, p.Card.Stamps, p.Terms.VIP)
	shown += fmt.Sprintf(" %q %q %q %q", f.Premises.Address, f.Premises.Phone, f.Premises.BookingURL, f.Premises.Hours)
	for _, kind := range RewardKinds() {
		if reward, owed := p.FirstOwed(kind); owed {
			shown += " " + string(kind)
			if reward.Promise != "" {
				shown += fmt.Sprintf(" %q", reward.Promise)
			}
		}
	}
	digest := sha256.Sum256([]byte(shown))
	return hex.EncodeToString(digest[:16])
}
