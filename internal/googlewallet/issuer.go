// Package googlewallet gives customers' cards out as passes of Google Wallet. Google keeps a
// copy of each pass, which this package has it make, and tells of what becomes of them on
// telephones, which this package hears.
//
// It knows what Google's documents consist of, how often Google may be asked, and what its
// answers mean. It does not know whose cards there are nor how they are stored: that it asks
// the use cases.
package googlewallet

import (
	"cmp"
	"context"
	"crypto/sha256"
	hexadecimal "encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/qr"
	"axioma/internal/service/passes"
	"axioma/internal/wallet"
)

// Cases are the use cases that passes are about.
type Cases interface {
	Issue(ctx context.Context, customerID string) (passes.GoogleCard, error)
	IssueTogether(ctx context.Context, ticket passes.PassTicket, most int, do func(passes.GoogleCard) error) error
	Load(ctx context.Context, serial string) (passes.GoogleCard, error)
	RecordIntent(ctx context.Context, card passes.GoogleCard) (passes.GoogleCard, error)
	RecordSent(ctx context.Context, card passes.GoogleCard, says string) error
	RecordClassSent(ctx context.Context, card passes.GoogleCard, says string) error
	ReserveNotification(ctx context.Context, pass loyalty.Pass) (bool, error)
	ReturnNotification(ctx context.Context, pass loyalty.Pass) error
	AddHolder(ctx context.Context, pass loyalty.Pass) error
	RecordCallback(ctx context.Context, serial string, kept bool, at time.Time) error
	Logo(ctx context.Context, businessID string, name loyalty.LogoName) ([]byte, error)
	Seal(ctx context.Context, name string) (string, error)
	VerifySeal(ctx context.Context, name, seal string) (bool, error)
}

// Options are what an issuer needs besides its account.
type Options struct {
	Cases     Cases
	PublicURL string // where customers and Google reach us: https, without trailing slash
	Path      string // below PublicURL, of what Google calls: Callback and Pictures
	Portal    string // below PublicURL, of the portal of a business whose id follows
	Log       *slog.Logger
	Clock     func() time.Time  // nil: time.Now
	Transport http.RoundTripper // nil: the network
	Addresses Addresses         // the zero value: Google's
}

// What Google calls, below Options.Path.
const (
	CallbackPath = "/callback"
	PicturesPath = "/pictures/"
)

// Issuer gives out passes, many at the same time.
type Issuer struct {
	account    Account
	client     *client
	keys       *keys
	pictures   *wallet.Pictures
	maxPerLink int // how many passes fit into a link
	options    Options
}

// NewIssuer returns an issuer for an account.
func NewIssuer(account Account, options Options) (*Issuer, error) {
	if options.Clock == nil {
		options.Clock = time.Now
	}
	if options.Addresses == (Addresses{}) {
		options.Addresses = GoogleAddresses()
	}
	pictures, err := wallet.NewPictures()
	if err != nil {
		return nil, err
	}
	together, err := account.maxPerLink(options.Addresses.Save, options.PublicURL, options.Clock())
	if err != nil {
		return nil, err
	}
	c := newClient(account, options.Addresses, options.Transport, options.Clock)
	return &Issuer{account: account, client: c, keys: &keys{client: c}, pictures: pictures, maxPerLink: together, options: options}, nil
}

// ID is Google's id for the operator.
func (i *Issuer) ID() string { return i.account.Issuer }

// CreateLink has Google keep the pass of a customer as it is now and returns where she puts it
// into her wallet. It refuses as passes.Passes.Give does, and with loyalty.ErrGoogleAway
// while Google cannot be asked.
func (i *Issuer) CreateLink(ctx context.Context, customerID string) (string, error) {
	given, err := i.options.Cases.Issue(ctx, customerID)
	if err != nil {
		return "", err
	}
	if err := i.syncAndHold(ctx, given); err != nil {
		return "", err
	}
	return i.linkTo(i.account.objectID(given.Serial))
}

// CreateLinkTogether is Link for the passes that a ticket is for, the first Together of them. It
// refuses as passes.Passes.GiveTogether does too.
func (i *Issuer) CreateLinkTogether(ctx context.Context, ticket passes.PassTicket) (string, error) {
	var given []string
	err := i.options.Cases.IssueTogether(ctx, ticket, i.maxPerLink, func(card passes.GoogleCard) error {
		given = append(given, i.account.objectID(card.Serial))
		return i.syncAndHold(ctx, card)
	})
	if err != nil {
		return "", err
	}
	return i.linkTo(given...)
}

// MaxPerLink is how many passes one link saves at most.
func (i *Issuer) MaxPerLink() int { return i.maxPerLink }

// syncAndHold has Google keep the pass of somebody who taps.
func (i *Issuer) syncAndHold(ctx context.Context, given passes.GoogleCard) error {
	err := i.sync(ctx, given, loyalty.GoogleSilent)
	if errors.Is(err, errPicture) {
		i.options.Log.WarnContext(ctx, "a pass has no picture", "error", err)
		err = nil // what Hold queues tries the picture again
	}
	if err != nil {
		return i.hideRefusal(ctx, err)
	}
	return i.options.Cases.AddHolder(ctx, given.Pass)
}

// linkTo is where passes are put into a wallet that Google has.
func (i *Issuer) linkTo(objects ...string) (string, error) {
	return i.account.link(i.options.Addresses.Save, i.options.PublicURL, objects, i.options.Clock())
}

// hideRefusal is a Refusal as a customer is told of it; the operator reads the rest.
func (i *Issuer) hideRefusal(ctx context.Context, err error) error {
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	i.options.Log.WarnContext(ctx, "no pass could be made at Google Wallet", "error", err)
	return loyalty.ErrGoogleAway
}

// Send tells Google how a pass is now, and has telephones tell of what the customer has
// earned, where she may have by what has happened.
func (i *Issuer) Send(ctx context.Context, push passes.ClaimedPush) passes.PushTry {
	card, err := i.options.Cases.Load(ctx, push.Serial)
	if err == nil {
		notice := loyalty.GoogleSilent
		if push.Urgency == loyalty.PushOfCard {
			notice = card.Sent.NoticeOf(card.Face)
		}
		err = i.sync(ctx, card, notice)
	}
	var refusal *Refusal
	switch {
	case err == nil:
		return passes.PushTry{Result: passes.PushAccepted}
	case errors.Is(err, errPicture):
		return passes.PushTry{Result: passes.PushLater, Error: err.Error()}
	case errors.Is(err, loyalty.ErrPassRefused):
		return passes.PushTry{Result: passes.PushGone, Error: err.Error()}
	case errors.As(err, &refusal) && !refusal.IsTemporary() && !refusal.affectsAllPasses():
		return passes.PushTry{Result: passes.PushNever, Error: err.Error()}
	case errors.As(err, &refusal):
		return passes.PushTry{Result: passes.PushLater, Error: err.Error(), After: refusal.After, VendorUnavailable: refusal.affectsAllPasses()}
	}
	return passes.PushTry{Result: passes.PushLater, Error: err.Error()}
}

// sync tells Google what it does not know yet of a card.
func (i *Issuer) sync(ctx context.Context, shown passes.GoogleCard, notice loyalty.GoogleNotice) error {
	card, err := i.cardOf(ctx, shown)
	if err != nil {
		return err
	}
	if card.Void {
		return i.endPass(ctx, shown, card)
	}
	ofClass := i.syncClass(ctx, shown, card)
	if ofClass != nil && !errors.Is(ofClass, errPicture) {
		return ofClass
	}
	pass := i.account.object(card)
	says, err := digest(pass)
	if err != nil || says == shown.Sent.Says {
		return cmp.Or(err, ofClass)
	}
	begun := shown
	if shown.Sent.Says == "" {
		if begun, err = i.options.Cases.RecordIntent(ctx, shown); err != nil {
			return err
		}
	}
	err = i.sendPass(ctx, shown, card, pass, notice)
	if refusedWith(err, http.StatusBadRequest) {
		return i.syncWithoutPicture(ctx, begun, card, pass, notice)
	}
	if err != nil {
		return err
	}
	return cmp.Or(i.options.Cases.RecordSent(ctx, begun, says), ofClass)
}

// errPicture is that Google has a card, but cannot fetch a picture of it.
var errPicture = errors.New("Google Wallet cannot fetch a picture")

// syncWithoutPicture has Google keep a pass that it has refused without its picture. It fails
// with errPicture where Google does: then the picture is to be tried again. shown is the card
// before it is told.
func (i *Issuer) syncWithoutPicture(ctx context.Context, shown passes.GoogleCard, card Card, pass object, notice loyalty.GoogleNotice) error {
	pass.Strip = nil
	says, err := digest(pass)
	if err != nil {
		return err
	}
	if says != shown.Sent.Says {
		err := i.sendPass(ctx, shown, card, pass, notice)
		if refusedWith(err, http.StatusBadRequest) && shown.Sent.Says != "" {
			err = i.client.replace(ctx, objects, pass.ID, pass) // the picture that it had cannot be fetched either
		}
		if err != nil {
			return err
		}
		if err := i.options.Cases.RecordSent(ctx, shown, says); err != nil {
			return err
		}
	}
	return errPicture
}

// sendPass has Google keep a pass, and telephones tell of it in the way that is allowed. A
// notice of what Google did not keep is given back: who tries again takes it again, and of
// what Google has kept all the same no telephone tells twice.
func (i *Issuer) sendPass(ctx context.Context, shown passes.GoogleCard, card Card, pass object, notice loyalty.GoogleNotice) error {
	if notice != loyalty.GoogleSilent {
		allowed, err := i.options.Cases.ReserveNotification(ctx, shown.Pass)
		if err != nil {
			return err
		}
		if !allowed {
			notice = loyalty.GoogleSilent
		}
	}
	err := i.putObject(ctx, shown, card, pass, notice)
	if notice == loyalty.GoogleStamp && (refusedWith(err, http.StatusForbidden) || refusedWith(err, http.StatusTooManyRequests)) {
		// It counts more notices than we do, as after a copy of the data was put back: the
		// stamp is shown all the same.
		err = i.putObject(ctx, shown, card, pass, loyalty.GoogleSilent)
	}
	switch {
	case err != nil && notice != loyalty.GoogleSilent:
		return errors.Join(err, i.options.Cases.ReturnNotification(context.WithoutCancel(ctx), shown.Pass))
	case err != nil || notice != loyalty.GoogleReward:
		return err
	}
	// The pass shows the reward already: that it is told of louder is not worth telling again.
	if err := i.client.addMessage(ctx, pass.ID, i.account.reward(card)); err != nil {
		i.options.Log.WarnContext(ctx, "Google Wallet tells nobody of a reward", "error", err)
	}
	return nil
}

func (i *Issuer) putObject(ctx context.Context, shown passes.GoogleCard, card Card, pass object, notice loyalty.GoogleNotice) error {
	var document any = pass
	if notice == loyalty.GoogleStamp {
		document = notifyingObject{pass, "NOTIFY_ON_UPDATE"}
	}
	known := shown.Sent.Says != ""
	err := i.client.upsert(ctx, objects, pass.ID, document, known)
	if refusedWith(err, http.StatusNotFound) { // it does not know the business any more
		shown.SentClass = ""
		if err := i.syncClass(ctx, shown, card); err != nil && !errors.Is(err, errPicture) {
			return err
		}
		return i.client.upsert(ctx, objects, pass.ID, document, known)
	}
	return err
}

// Google demands a logo of each business, and refuses a business whose logo it cannot fetch.
const (
	// siteIcon is our mark as a file of the web app, below the public address. Proxies and caches
	// serve it also where they do not let Google's calls through to Options.Path.
	siteIcon = "/icon-512.png"
	// googleLogo is the picture of Google's own samples (google-wallet/rest-samples,
	// DemoGeneric), which Google has. It stands for pictures of an address that Google cannot
	// reach at all.
	googleLogo = "https://storage.googleapis.com/wallet-lab-tools-codelab-artifacts-public/pass_google_logo.jpg"
)

// syncClass has Google keep the business of a card, unless it does as it is. It tries pictures
// of this installation before Google's, and Google's only for a business that Google does not
// have yet: of others it keeps the picture that it fetched before. It fails with errPicture
// where Google could not fetch the right one.
func (i *Issuer) syncClass(ctx context.Context, shown passes.GoogleCard, card Card) error {
	right := card.Mark
	logos := []string{right, card.PlainMark, i.options.PublicURL + siteIcon}
	if shown.SentClass == "" {
		logos = append(logos, googleLogo)
	}
	var err error
	for _, logo := range slices.Compact(logos) {
		card.Mark = logo
		if err = i.putClass(ctx, shown, card); refusedWith(err, http.StatusBadRequest) {
			continue
		}
		if err == nil && logo != right {
			err = errPicture
		}
		return err
	}
	if shown.SentClass != "" {
		return errPicture
	}
	return err
}

func (i *Issuer) putClass(ctx context.Context, shown passes.GoogleCard, card Card) error {
	document := i.account.class(card, i.options.PublicURL+i.options.Path+CallbackPath)
	says, err := digest(document)
	if err != nil || says == shown.SentClass {
		return err
	}
	if err := i.client.upsert(ctx, classes, document.ID, document, shown.SentClass != ""); err != nil {
		return err
	}
	return i.options.Cases.RecordClassSent(ctx, shown, says)
}

// endPass has Google keep nothing of a card but that it holds no longer.
func (i *Issuer) endPass(ctx context.Context, shown passes.GoogleCard, card Card) error {
	document := i.account.ended(card)
	says, err := digest(document)
	if err != nil || shown.Sent.Says == "" || shown.Sent.Says == says {
		return err
	}
	if err := i.client.replace(ctx, objects, document.ID, document); err != nil {
		return err
	}
	return i.options.Cases.RecordSent(ctx, shown, says)
}

// digest is the same for documents that say the same.
func digest(document any) (string, error) {
	text, err := json.Marshal(document)
	if err != nil {
		return "", fmt.Errorf("writing for Google Wallet: %w", err)
	}
	sum := sha256.Sum256(text)
	return hexadecimal.EncodeToString(sum[:16]), nil
}

// cardOf is a card with all that its documents name.
func (i *Issuer) cardOf(ctx context.Context, shown passes.GoogleCard) (Card, error) {
	card := Card{Serial: shown.Serial, Business: shown.Business, PassFace: shown.Face, Group: shown.Group}
	if card.Void {
		return card, nil
	}
	var err error
	if card.QR, err = qr.Text(shown.QR.ID, shown.QR.BusinessID, shown.QR.Signature); err != nil {
		return card, err
	}
	card.Portal = i.options.PublicURL + i.options.Portal + url.QueryEscape(shown.BusinessID)
	if card.Strip, err = i.pictureAddress(ctx, wallet.StripName(card.PassFace)); err != nil {
		return card, err
	}
	if card.PlainMark, err = i.pictureAddress(ctx, wallet.MarkName(card.Colour)); err != nil {
		return card, err
	}
	card.Mark = card.PlainMark
	if card.PassFace.Logo != "" {
		card.Mark, err = i.pictureAddress(ctx, logoName(shown.BusinessID, card.PassFace.Logo))
	}
	return card, err
}
