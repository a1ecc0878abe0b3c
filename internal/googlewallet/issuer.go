// Package googlewallet issues cards as passes of Google Wallet and keeps Google's copies current. Callbacks report
// saved and removed passes.
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

// Cases are the use cases of passes.
type Cases interface {
	Issue(ctx context.Context, qrID string) (passes.GoogleCard, error)
	IssueTogether(ctx context.Context, ticket passes.PassTicket, limit int, handle func(passes.GoogleCard) error) error
	Load(ctx context.Context, serial string) (passes.GoogleCard, error)
	RecordIntent(ctx context.Context, card passes.GoogleCard) (passes.GoogleCard, error)
	RecordSent(ctx context.Context, card passes.GoogleCard, contentDigest string) error
	RecordClassSent(ctx context.Context, card passes.GoogleCard, contentDigest string) error
	ReserveNotification(ctx context.Context, pass loyalty.Pass) (bool, error)
	ReturnNotification(ctx context.Context, pass loyalty.Pass) error
	AddHolder(ctx context.Context, pass loyalty.Pass) error
	RecordCallback(ctx context.Context, serial string, saved bool, at time.Time) error
	Logo(ctx context.Context, businessID string, name loyalty.LogoName) ([]byte, error)
	Seal(ctx context.Context, name string) (string, error)
	VerifySeal(ctx context.Context, name, seal string) (bool, error)
}

// Options configure an issuer.
type Options struct {
	Cases     Cases
	PublicURL string // https, no trailing slash
	Path      string // of CallbackPath and PicturesPath
	Portal    string // before a business id
	Log       *slog.Logger
	Clock     func() time.Time  // nil: time.Now
	Transport http.RoundTripper // nil: the network
	Addresses Addresses         // zero: Google's
}

// Below Options.Path.
const (
	CallbackPath = "/callback"
	PicturesPath = "/pictures/"
)

// Issuer issues passes. It is safe for concurrent use.
type Issuer struct {
	account    Account
	client     *client
	keys       *keys
	pictures   *wallet.Pictures
	maxPerLink int
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

// ID returns Google's id of the operator.
func (i *Issuer) ID() string { return i.account.Issuer }

// CreateLink sends the current pass and returns the link that saves it. Errors: those of Cases.Issue,
// loyalty.ErrGoogleUnavailable.
func (i *Issuer) CreateLink(ctx context.Context, qrID string) (string, error) {
	card, err := i.options.Cases.Issue(ctx, qrID)
	if err != nil {
		return "", err
	}
	if err := i.syncAndHold(ctx, card); err != nil {
		return "", err
	}
	return i.linkTo(i.account.objectID(card.Serial))
}

// CreateLinkTogether returns a link for the first MaxPerLink passes of a ticket. Errors: those of CreateLink and
// Cases.IssueTogether.
func (i *Issuer) CreateLinkTogether(ctx context.Context, ticket passes.PassTicket) (string, error) {
	var ids []string
	err := i.options.Cases.IssueTogether(ctx, ticket, i.maxPerLink, func(card passes.GoogleCard) error {
		ids = append(ids, i.account.objectID(card.Serial))
		return i.syncAndHold(ctx, card)
	})
	if err != nil {
		return "", err
	}
	return i.linkTo(ids...)
}

// MaxPerLink returns how many passes fit into one link.
func (i *Issuer) MaxPerLink() int { return i.maxPerLink }

func (i *Issuer) syncAndHold(ctx context.Context, card passes.GoogleCard) error {
	err := i.sync(ctx, card, loyalty.GoogleNoticeNone)
	if errors.Is(err, errPicture) {
		i.options.Log.WarnContext(ctx, "Google Wallet cannot fetch the picture of a pass", "error", err)
		err = nil // AddHolder queues a push, which retries the picture
	}
	if err != nil {
		return i.hideRefusal(ctx, err)
	}
	return i.options.Cases.AddHolder(ctx, card.Pass)
}

func (i *Issuer) linkTo(objects ...string) (string, error) {
	return i.account.link(i.options.Addresses.Save, i.options.PublicURL, objects, i.options.Clock())
}

func (i *Issuer) hideRefusal(ctx context.Context, err error) error {
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	i.options.Log.WarnContext(ctx, "creating a pass at Google Wallet failed", "error", err)
	return loyalty.ErrGoogleUnavailable
}

// Send sends the current pass to Google, with a notification of a gained stamp or reward.
func (i *Issuer) Send(ctx context.Context, push passes.ClaimedPush) passes.PushTry {
	card, err := i.options.Cases.Load(ctx, push.Serial)
	if err == nil {
		notice := loyalty.GoogleNoticeNone
		if push.Urgency == loyalty.PushCard {
			notice = card.SentPass.NoticeFor(card.Face)
		}
		err = i.sync(ctx, card, notice)
	}
	var refusal *Refusal
	switch {
	case err == nil:
		return passes.PushTry{Result: passes.PushAccepted}
	case errors.Is(err, errPicture):
		return passes.PushTry{Result: passes.PushRetryLater, Error: err.Error()}
	case errors.Is(err, loyalty.ErrPassRefused):
		return passes.PushTry{Result: passes.PushGone, Error: err.Error()}
	case errors.As(err, &refusal) && !refusal.IsTemporary() && !refusal.affectsAllPasses():
		return passes.PushTry{Result: passes.PushRejected, Error: err.Error()}
	case errors.As(err, &refusal):
		return passes.PushTry{Result: passes.PushRetryLater, Error: err.Error(), After: refusal.After, VendorUnavailable: refusal.affectsAllPasses()}
	}
	return passes.PushTry{Result: passes.PushRetryLater, Error: err.Error()}
}

func (i *Issuer) sync(ctx context.Context, current passes.GoogleCard, notice loyalty.GoogleNotice) error {
	card, err := i.cardOf(ctx, current)
	if err != nil {
		return err
	}
	if card.Void {
		return i.endPass(ctx, current, card)
	}
	classErr := i.syncClass(ctx, current, card)
	if classErr != nil && !errors.Is(classErr, errPicture) {
		return classErr
	}
	pass := i.account.object(card)
	contentDigest, err := digest(pass)
	if err != nil || contentDigest == current.SentPass.Digest {
		return cmp.Or(err, classErr)
	}
	recordedCard := current
	if current.SentPass.Digest == "" {
		if recordedCard, err = i.options.Cases.RecordIntent(ctx, current); err != nil {
			return err
		}
	}
	err = i.sendPass(ctx, current, card, pass, notice)
	if refusedWith(err, http.StatusBadRequest) {
		return i.syncWithoutPicture(ctx, recordedCard, card, pass, notice)
	}
	if err != nil {
		return err
	}
	return cmp.Or(i.options.Cases.RecordSent(ctx, recordedCard, contentDigest), classErr)
}

// errPicture means that Google has the card but could not fetch a picture.
var errPicture = errors.New("fetching a picture failed at Google Wallet")

func (i *Issuer) syncWithoutPicture(ctx context.Context, current passes.GoogleCard, card Card, pass object, notice loyalty.GoogleNotice) error {
	pass.Strip = nil
	contentDigest, err := digest(pass)
	if err != nil {
		return err
	}
	if contentDigest != current.SentPass.Digest {
		err := i.sendPass(ctx, current, card, pass, notice)
		if refusedWith(err, http.StatusBadRequest) && current.SentPass.Digest != "" {
			err = i.client.replace(ctx, objects, pass.ID, pass) // Google cannot fetch the previous picture either
		}
		if err != nil {
			return err
		}
		if err := i.options.Cases.RecordSent(ctx, current, contentDigest); err != nil {
			return err
		}
	}
	return errPicture
}

// sendPass returns the notification to the daily quota if Google refuses the pass.
func (i *Issuer) sendPass(ctx context.Context, current passes.GoogleCard, card Card, pass object, notice loyalty.GoogleNotice) error {
	if notice != loyalty.GoogleNoticeNone {
		allowed, err := i.options.Cases.ReserveNotification(ctx, current.Pass)
		if err != nil {
			return err
		}
		if !allowed {
			notice = loyalty.GoogleNoticeNone
		}
	}
	err := i.putObject(ctx, current, card, pass, notice)
	if notice == loyalty.GoogleNoticeStamp && (refusedWith(err, http.StatusForbidden) || refusedWith(err, http.StatusTooManyRequests)) {
		// After a restored backup, Google may count more notifications than we do.
		err = i.putObject(ctx, current, card, pass, loyalty.GoogleNoticeNone)
	}
	switch {
	case err != nil && notice != loyalty.GoogleNoticeNone:
		return errors.Join(err, i.options.Cases.ReturnNotification(context.WithoutCancel(ctx), current.Pass))
	case err != nil || notice != loyalty.GoogleNoticeReward:
		return err
	}
	// No retry: the pass shows the reward already.
	if err := i.client.addMessage(ctx, pass.ID, i.account.reward(card)); err != nil {
		i.options.Log.WarnContext(ctx, "sending a reward message to Google Wallet failed", "error", err)
	}
	return nil
}

func (i *Issuer) putObject(ctx context.Context, current passes.GoogleCard, card Card, pass object, notice loyalty.GoogleNotice) error {
	var document any = pass
	if notice == loyalty.GoogleNoticeStamp {
		document = notifyingObject{pass, "NOTIFY_ON_UPDATE"}
	}
	exists := current.SentPass.Digest != ""
	err := i.client.upsert(ctx, objects, pass.ID, document, exists)
	if refusedWith(err, http.StatusNotFound) { // Google no longer knows the business
		current.SentClass = ""
		if err := i.syncClass(ctx, current, card); err != nil && !errors.Is(err, errPicture) {
			return err
		}
		return i.client.upsert(ctx, objects, pass.ID, document, exists)
	}
	return err
}

// Pictures for a class, which needs a logo that Google can fetch.
const (
	// siteIcon is a static file: proxies serve it even if they block Options.Path.
	siteIcon = "/icon-512.png"
	// googleLogo is for a server that Google cannot reach. Source: google-wallet/rest-samples, DemoGeneric.
	googleLogo = "https://storage.googleapis.com/wallet-lab-tools-codelab-artifacts-public/pass_google_logo.jpg"
)

// syncClass tries this server's pictures. A new class falls back to Google's logo; an existing one keeps its picture.
// It returns errPicture if the intended picture failed.
func (i *Issuer) syncClass(ctx context.Context, current passes.GoogleCard, card Card) error {
	right := card.Mark
	logos := []string{right, card.PlainMark, i.options.PublicURL + siteIcon}
	if current.SentClass == "" {
		logos = append(logos, googleLogo)
	}
	var err error
	for _, logo := range slices.Compact(logos) {
		card.Mark = logo
		if err = i.putClass(ctx, current, card); refusedWith(err, http.StatusBadRequest) {
			continue
		}
		if err == nil && logo != right {
			err = errPicture
		}
		return err
	}
	if current.SentClass != "" {
		return errPicture
	}
	return err
}

func (i *Issuer) putClass(ctx context.Context, current passes.GoogleCard, card Card) error {
	document := i.account.class(card, i.options.PublicURL+i.options.Path+CallbackPath)
	contentDigest, err := digest(document)
	if err != nil || contentDigest == current.SentClass {
		return err
	}
	if err := i.client.upsert(ctx, classes, document.ID, document, current.SentClass != ""); err != nil {
		return err
	}
	return i.options.Cases.RecordClassSent(ctx, current, contentDigest)
}

// endPass replaces the pass by a void one without personal data.
func (i *Issuer) endPass(ctx context.Context, current passes.GoogleCard, card Card) error {
	document := i.account.expiredObject(card)
	contentDigest, err := digest(document)
	if err != nil || current.SentPass.Digest == "" || current.SentPass.Digest == contentDigest {
		return err
	}
	if err := i.client.replace(ctx, objects, document.ID, document); err != nil {
		return err
	}
	return i.options.Cases.RecordSent(ctx, current, contentDigest)
}

func digest(document any) (string, error) {
	text, err := json.Marshal(document)
	if err != nil {
		return "", fmt.Errorf("encoding a document for Google Wallet: %w", err)
	}
	sum := sha256.Sum256(text)
	return hexadecimal.EncodeToString(sum[:16]), nil
}

func (i *Issuer) cardOf(ctx context.Context, current passes.GoogleCard) (Card, error) {
	card := Card{Serial: current.Serial, Business: current.Business, PassFace: current.Face, Group: current.Group}
	if card.Void {
		return card, nil
	}
	var err error
	if card.QR, err = qr.Text(current.QR.ID, current.QR.BusinessID, current.QR.Signature); err != nil {
		return card, err
	}
	card.Portal = i.options.PublicURL + i.options.Portal + url.QueryEscape(current.BusinessID)
	if card.Strip, err = i.pictureAddress(ctx, wallet.StripName(card.PassFace)); err != nil {
		return card, err
	}
	if card.PlainMark, err = i.pictureAddress(ctx, wallet.MarkName(card.Colour)); err != nil {
		return card, err
	}
	card.Mark = card.PlainMark
	if card.PassFace.Logo != "" {
		card.Mark, err = i.pictureAddress(ctx, logoName(current.BusinessID, card.PassFace.Logo))
	}
	return card, err
}
