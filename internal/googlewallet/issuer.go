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
	Give(ctx context.Context, customerID string) (passes.GoogleCard, error)
	GiveTogether(ctx context.Context, ticket passes.PassTicket, most int, do func(passes.GoogleCard) error) error
	Show(ctx context.Context, serial string) (passes.GoogleCard, error)
	Begin(ctx context.Context, card passes.GoogleCard) (passes.GoogleCard, error)
	Tell(ctx context.Context, card passes.GoogleCard, says string) error
	TellClass(ctx context.Context, card passes.GoogleCard, says string) error
	Notice(ctx context.Context, pass loyalty.Pass) (bool, error)
	TakeNoticeBack(ctx context.Context, pass loyalty.Pass) error
	Hold(ctx context.Context, pass loyalty.Pass) error
	Hear(ctx context.Context, serial string, kept bool, at time.Time) error
	Logo(ctx context.Context, businessID string, name loyalty.LogoName) ([]byte, error)
	Seal(ctx context.Context, name string) (string, error)
	Sealed(ctx context.Context, name, seal string) (bool, error)
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
	Where     Addresses         // the zero value: Google's
}

// What Google calls, below Options.Path.
const (
	Callback = "/callback"
	Pictures = "/pictures/"
)

// Issuer gives out passes, many at the same time.
type Issuer struct {
	account  Account
	client   *client
	keys     *keys
	pictures *wallet.Pictures
	together int // how many passes fit into a link
	options  Options
}

// NewIssuer returns an issuer for an account.
func NewIssuer(account Account, options Options) (*Issuer, error) {
	if options.Clock == nil {
		options.Clock = time.Now
	}
	if options.Where == (Addresses{}) {
		options.Where = Google()
	}
	pictures, err := wallet.NewPictures()
	if err != nil {
		return nil, err
	}
	together, err := account.fitting(options.Where.Save, options.PublicURL, options.Clock())
	if err != nil {
		return nil, err
	}
	c := newClient(account, options.Where, options.Transport, options.Clock)
	return &Issuer{account: account, client: c, keys: &keys{client: c}, pictures: pictures, together: together, options: options}, nil
}

// ID is Google's id for the operator.
func (i *Issuer) ID() string { return i.account.Issuer }

// Link has Google keep the pass of a customer as it is now and returns where she puts it
// into her wallet. It refuses as passes.Passes.Give does, and with loyalty.ErrGoogleAway
// while Google cannot be asked.
func (i *Issuer) Link(ctx context.Context, customerID string) (string, error) {
	given, err := i.options.Cases.Give(ctx, customerID)
	if err != nil {
		return "", err
	}
	if err := i.give(ctx, given); err != nil {
		return "", err
	}
	return i.linkTo(i.account.objectID(given.Serial))
}

// LinkTogether is Link for the passes that a ticket is for, the first Together of them. It
// refuses as passes.Passes.GiveTogether does too.
func (i *Issuer) LinkTogether(ctx context.Context, ticket passes.PassTicket) (string, error) {
	var given []string
	err := i.options.Cases.GiveTogether(ctx, ticket, i.together, func(card passes.GoogleCard) error {
		given = append(given, i.account.objectID(card.Serial))
		return i.give(ctx, card)
	})
	if err != nil {
		return "", err
	}
	return i.linkTo(given...)
}

// Together is how many passes one link saves at most.
func (i *Issuer) Together() int { return i.together }

// give has Google keep the pass of somebody who taps.
func (i *Issuer) give(ctx context.Context, given passes.GoogleCard) error {
	err := i.tell(ctx, given, loyalty.GoogleNoticeNone)
	if errors.Is(err, errPicture) {
		i.options.Log.WarnContext(ctx, "a pass has no picture", "error", err)
		err = nil // what Hold queues tries the picture again
	}
	if err != nil {
		return i.away(ctx, err)
	}
	return i.options.Cases.Hold(ctx, given.Pass)
}

// linkTo is where passes are put into a wallet that Google has.
func (i *Issuer) linkTo(objects ...string) (string, error) {
	return i.account.link(i.options.Where.Save, i.options.PublicURL, objects, i.options.Clock())
}

// away is a Refusal as a customer is told of it; the operator reads the rest.
func (i *Issuer) away(ctx context.Context, err error) error {
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	i.options.Log.WarnContext(ctx, "no pass could be made at Google Wallet", "error", err)
	return loyalty.ErrGoogleUnavailable
}

// Send tells Google how a pass is now, and has telephones tell of what the customer has
// earned, where she may have by what has happened.
func (i *Issuer) Send(ctx context.Context, push passes.ClaimedPush) passes.PushTry {
	card, err := i.options.Cases.Show(ctx, push.Serial)
	if err == nil {
		notice := loyalty.GoogleNoticeNone
		if push.Urgency == loyalty.PushCard {
			notice = card.Told.NoticeFor(card.Face)
		}
		err = i.tell(ctx, card, notice)
	}
	var refusal *Refusal
	switch {
	case err == nil:
		return passes.PushTry{Result: passes.PushAccepted}
	case errors.Is(err, errPicture):
		return passes.PushTry{Result: passes.PushLater, Error: err.Error()}
	case errors.Is(err, loyalty.ErrPassRefused):
		return passes.PushTry{Result: passes.PushGone, Error: err.Error()}
	case errors.As(err, &refusal) && !refusal.Passing() && !refusal.everybody():
		return passes.PushTry{Result: passes.PushNever, Error: err.Error()}
	case errors.As(err, &refusal):
		return passes.PushTry{Result: passes.PushLater, Error: err.Error(), After: refusal.After, Everybody: refusal.everybody()}
	}
	return passes.PushTry{Result: passes.PushLater, Error: err.Error()}
}

// tell tells Google what it does not know yet of a card.
func (i *Issuer) tell(ctx context.Context, shown passes.GoogleCard, notice loyalty.GoogleNotice) error {
	card, err := i.cardOf(ctx, shown)
	if err != nil {
		return err
	}
	if card.Void {
		return i.end(ctx, shown, card)
	}
	ofClass := i.tellClass(ctx, shown, card)
	if ofClass != nil && !errors.Is(ofClass, errPicture) {
		return ofClass
	}
	pass := i.account.object(card)
	says, err := digest(pass)
	if err != nil || says == shown.Told.Digest {
		return cmp.Or(err, ofClass)
	}
	begun := shown
	if shown.Told.Digest == "" {
		if begun, err = i.options.Cases.Begin(ctx, shown); err != nil {
			return err
		}
	}
	err = i.keepPass(ctx, shown, card, pass, notice)
	if refusedWith(err, http.StatusBadRequest) {
		return i.tellWithoutPicture(ctx, begun, card, pass, notice)
	}
	if err != nil {
		return err
	}
	return cmp.Or(i.options.Cases.Tell(ctx, begun, says), ofClass)
}

// errPicture is that Google has a card, but cannot fetch a picture of it.
var errPicture = errors.New("Google Wallet cannot fetch a picture")

// tellWithoutPicture has Google keep a pass that it has refused without its picture. It fails
// with errPicture where Google does: then the picture is to be tried again. shown is the card
// before it is told.
func (i *Issuer) tellWithoutPicture(ctx context.Context, shown passes.GoogleCard, card Card, pass object, notice loyalty.GoogleNotice) error {
	pass.Strip = nil
	says, err := digest(pass)
	if err != nil {
		return err
	}
	if says != shown.Told.Digest {
		err := i.keepPass(ctx, shown, card, pass, notice)
		if refusedWith(err, http.StatusBadRequest) && shown.Told.Digest != "" {
			err = i.client.replace(ctx, objects, pass.ID, pass) // the picture that it had cannot be fetched either
		}
		if err != nil {
			return err
		}
		if err := i.options.Cases.Tell(ctx, shown, says); err != nil {
			return err
		}
	}
	return errPicture
}

// keepPass has Google keep a pass, and telephones tell of it in the way that is allowed. A
// notice of what Google did not keep is given back: who tries again takes it again, and of
// what Google has kept all the same no telephone tells twice.
func (i *Issuer) keepPass(ctx context.Context, shown passes.GoogleCard, card Card, pass object, notice loyalty.GoogleNotice) error {
	if notice != loyalty.GoogleNoticeNone {
		allowed, err := i.options.Cases.Notice(ctx, shown.Pass)
		if err != nil {
			return err
		}
		if !allowed {
			notice = loyalty.GoogleNoticeNone
		}
	}
	err := i.keepObject(ctx, shown, card, pass, notice)
	if notice == loyalty.GoogleNoticeStamp && (refusedWith(err, http.StatusForbidden) || refusedWith(err, http.StatusTooManyRequests)) {
		// It counts more notices than we do, as after a copy of the data was put back: the
		// stamp is shown all the same.
		err = i.keepObject(ctx, shown, card, pass, loyalty.GoogleNoticeNone)
	}
	switch {
	case err != nil && notice != loyalty.GoogleNoticeNone:
		return errors.Join(err, i.options.Cases.TakeNoticeBack(context.WithoutCancel(ctx), shown.Pass))
	case err != nil || notice != loyalty.GoogleNoticeReward:
		return err
	}
	// The pass shows the reward already: that it is told of louder is not worth telling again.
	if err := i.client.tell(ctx, pass.ID, i.account.reward(card)); err != nil {
		i.options.Log.WarnContext(ctx, "Google Wallet tells nobody of a reward", "error", err)
	}
	return nil
}

func (i *Issuer) keepObject(ctx context.Context, shown passes.GoogleCard, card Card, pass object, notice loyalty.GoogleNotice) error {
	var document any = pass
	if notice == loyalty.GoogleNoticeStamp {
		document = noticed{pass, "NOTIFY_ON_UPDATE"}
	}
	known := shown.Told.Digest != ""
	err := i.client.keep(ctx, objects, pass.ID, document, known)
	if refusedWith(err, http.StatusNotFound) { // it does not know the business any more
		shown.Class = ""
		if err := i.tellClass(ctx, shown, card); err != nil && !errors.Is(err, errPicture) {
			return err
		}
		return i.client.keep(ctx, objects, pass.ID, document, known)
	}
	return err
}

// Google demands a logo of each business, and refuses a business whose logo it cannot fetch.
const (
	// siteIcon is our mark as a file of the web app, below the public address. Proxies and caches
	// serve it also where they do not let Google's calls through to Options.Path.
	siteIcon = "/icon-512.png"
	// googlesLogo is the picture of Google's own samples (google-wallet/rest-samples,
	// DemoGeneric), which Google has. It stands for pictures of an address that Google cannot
	// reach at all.
	googlesLogo = "https://storage.googleapis.com/wallet-lab-tools-codelab-artifacts-public/pass_google_logo.jpg"
)

// tellClass has Google keep the business of a card, unless it does as it is. It tries pictures
// of this installation before Google's, and Google's only for a business that Google does not
// have yet: of others it keeps the picture that it fetched before. It fails with errPicture
// where Google could not fetch the right one.
func (i *Issuer) tellClass(ctx context.Context, shown passes.GoogleCard, card Card) error {
	right := card.Mark
	logos := []string{right, card.PlainMark, i.options.PublicURL + siteIcon}
	if shown.Class == "" {
		logos = append(logos, googlesLogo)
	}
	var err error
	for _, logo := range slices.Compact(logos) {
		card.Mark = logo
		if err = i.keepClass(ctx, shown, card); refusedWith(err, http.StatusBadRequest) {
			continue
		}
		if err == nil && logo != right {
			err = errPicture
		}
		return err
	}
	if shown.Class != "" {
		return errPicture
	}
	return err
}

func (i *Issuer) keepClass(ctx context.Context, shown passes.GoogleCard, card Card) error {
	document := i.account.class(card, i.options.PublicURL+i.options.Path+Callback)
	says, err := digest(document)
	if err != nil || says == shown.Class {
		return err
	}
	if err := i.client.keep(ctx, classes, document.ID, document, shown.Class != ""); err != nil {
		return err
	}
	return i.options.Cases.TellClass(ctx, shown, says)
}

// end has Google keep nothing of a card but that it holds no longer.
func (i *Issuer) end(ctx context.Context, shown passes.GoogleCard, card Card) error {
	document := i.account.ended(card)
	says, err := digest(document)
	if err != nil || shown.Told.Digest == "" || shown.Told.Digest == says {
		return err
	}
	if err := i.client.replace(ctx, objects, document.ID, document); err != nil {
		return err
	}
	return i.options.Cases.Tell(ctx, shown, says)
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
