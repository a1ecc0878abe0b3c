package passes

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// GooglePasses records the content of passes at Google, which keeps copies.
type GooglePasses struct {
	base   *usecase.Base
	passes *Passes
}

// GoogleCard is a pass with the content last sent to Google.
type GoogleCard struct {
	IssuedPass
	Business  loyalty.Business
	Group     string // shared by a family, or by guardian and children
	SentPass  loyalty.GooglePass
	SentClass string // digest; empty: never sent
}

// Issue returns a customer's card. Errors: those of Passes.Issue.
func (g *GooglePasses) Issue(ctx context.Context, qrID string) (GoogleCard, error) {
	pass, err := g.passes.Issue(ctx, qrID)
	if err != nil {
		return GoogleCard{}, err
	}
	return g.loadCard(ctx, pass)
}

// IssueTogether issues the first cards of a ticket, up to limit, for handle. Errors: those of Passes.IssueTogether and
// handle.
func (g *GooglePasses) IssueTogether(ctx context.Context, ticket PassTicket, limit int, handle func(GoogleCard) error) error {
	passes, err := g.passes.IssueTogether(ctx, ticket)
	if err != nil {
		return err
	}
	for _, pass := range passes[:min(len(passes), limit)] {
		card, err := g.loadCard(ctx, pass)
		if err == nil {
			err = handle(card)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Load returns a card, void or not, or loyalty.ErrPassRefused.
func (g *GooglePasses) Load(ctx context.Context, serial string) (GoogleCard, error) {
	pass, found, err := g.findBySerial(ctx, serial)
	if err == nil && !found {
		err = loyalty.ErrPassRefused
	}
	if err != nil {
		return GoogleCard{}, err
	}
	issuedPass, err := g.passes.issuePass(ctx, pass)
	if err != nil {
		return GoogleCard{}, err
	}
	return g.loadCard(ctx, issuedPass)
}

func (g *GooglePasses) findBySerial(ctx context.Context, serial string) (pass loyalty.Pass, found bool, err error) {
	err = g.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		pass, found, err = tx.Passes().BySerial(serial)
		return err
	})
	return pass, found, err
}

func (g *GooglePasses) loadCard(ctx context.Context, pass IssuedPass) (GoogleCard, error) {
	card := GoogleCard{IssuedPass: pass}
	err := g.base.Store.ViewBusiness(ctx, pass.BusinessID, func(tx *store.Tx) (err error) {
		if card.Business, err = tx.Business().Get(); err != nil {
			return err
		}
		if card.SentPass, err = tx.Passes().GooglePass(pass.Pass); err != nil {
			return err
		}
		if card.SentClass, err = tx.Passes().GoogleClass(); err != nil || pass.Face.Void {
			return err
		}
		customer, err := tx.Customers().Get(pass.CustomerID)
		card.Group = groupOf(customer)
		return err
	})
	return card, err
}

func groupOf(customer loyalty.Customer) string {
	group := customer.ID
	switch {
	case customer.Family != nil:
		group = customer.Family.FamilyID
	case customer.GuardianID != "":
		group = customer.GuardianID
	}
	digest := sha256.Sum256([]byte("group " + group))
	return hex.EncodeToString(digest[:16])
}

// RecordIntent records that a pass will be sent. Call it before the first send: after a crash, the pass may exist at
// Google and can be ended. For an erased pass it returns loyalty.ErrPassRefused.
func (g *GooglePasses) RecordIntent(ctx context.Context, card GoogleCard) (GoogleCard, error) {
	err := g.base.Store.InBusiness(ctx, card.BusinessID, func(tx *store.Tx) error {
		googlePass, found, err := lockPass(tx, card.Pass)
		if err == nil && !found {
			err = loyalty.ErrPassRefused
		}
		if err != nil {
			return err
		}
		card.SentPass = googlePass.WithCreateStarted()
		if err := tx.Passes().SetGooglePass(card.SentPass); err != nil {
			return err
		}
		return g.setHolder(tx, card.Pass, true)
	})
	return card, err
}

// RecordSent records the content sent to Google. If another change was sent meanwhile, it queues a push of the card:
// the order of arrival is unknown.
func (g *GooglePasses) RecordSent(ctx context.Context, card GoogleCard, contentDigest string) error {
	return g.base.Store.InBusiness(ctx, card.BusinessID, func(tx *store.Tx) error {
		googlePass, found, err := lockPass(tx, card.Pass)
		if err != nil || !found {
			return err
		}
		googlePass, isCertain := googlePass.WithUpdate(contentDigest, card.Face, card.SentPass)
		if err := tx.Passes().SetGooglePass(googlePass); err != nil || isCertain {
			return err
		}
		return tx.Passes().QueuePush(card.Pass, loyalty.PushCard, g.base.Now(), queueing.PushInterval)
	})
}

// ReserveNotification counts a notification and reports whether Google's limit allows it.
func (g *GooglePasses) ReserveNotification(ctx context.Context, pass loyalty.Pass) (bool, error) {
	allowed := false
	err := g.update(ctx, pass, func(googlePass loyalty.GooglePass) loyalty.GooglePass {
		if allowed = mayNotify(googlePass, g.base.Now()); !allowed {
			return googlePass
		}
		return withNotification(googlePass, g.base.Now())
	})
	return allowed, err
}

// ReturnNotification uncounts a notification refused by Google.
func (g *GooglePasses) ReturnNotification(ctx context.Context, pass loyalty.Pass) error {
	return g.update(ctx, pass, withoutLatestNotification)
}

func (g *GooglePasses) update(ctx context.Context, pass loyalty.Pass, change func(loyalty.GooglePass) loyalty.GooglePass) error {
	return g.base.Store.InBusiness(ctx, pass.BusinessID, func(tx *store.Tx) error {
		googlePass, found, err := lockPass(tx, pass)
		if err != nil || !found {
			return err
		}
		return tx.Passes().SetGooglePass(change(googlePass))
	})
}

// lockPass locks a pass, and returns what Google has of it.
func lockPass(tx *store.Tx, pass loyalty.Pass) (googlePass loyalty.GooglePass, found bool, err error) {
	if _, found, err = tx.Passes().Get(pass); err != nil || !found {
		return googlePass, found, err
	}
	googlePass, err = tx.Passes().GooglePass(pass)
	return googlePass, true, err
}

// RecordClassSent records the class sent to Google, which a business's passes share. If another one was sent meanwhile,
// it queues a push.
func (g *GooglePasses) RecordClassSent(ctx context.Context, card GoogleCard, contentDigest string) error {
	return g.base.Store.InBusiness(ctx, card.BusinessID, func(tx *store.Tx) error {
		storedDigest, err := tx.Passes().SetGoogleClass(card.SentClass, contentDigest)
		if err != nil || storedDigest == contentDigest {
			return err
		}
		return tx.Passes().QueuePush(card.Pass, loyalty.PushRecord, g.base.Now(), queueing.PushInterval)
	})
}

// RecordCallback records a saved or removed pass. It ignores old, repeated and unknown reports.
func (g *GooglePasses) RecordCallback(ctx context.Context, serial string, saved bool, at time.Time) error {
	pass, found, err := g.findBySerial(ctx, serial)
	if err != nil || !found {
		return err
	}
	return g.base.Store.InBusiness(ctx, pass.BusinessID, func(tx *store.Tx) error {
		googlePass, found, err := lockPass(tx, pass)
		if err != nil || !found || !at.After(googlePass.LastCallbackAt) {
			return err
		}
		googlePass.LastCallbackAt = at
		if err := tx.Passes().SetGooglePass(googlePass); err != nil {
			return err
		}
		return g.setHolder(tx, pass, saved)
	})
}

// Logo returns a PNG, or loyalty.ErrLogoNotFound if there is none or the business is suspended.
func (g *GooglePasses) Logo(ctx context.Context, businessID string, name loyalty.LogoName) ([]byte, error) {
	return g.base.Logo(ctx, businessID, name)
}

// Seal returns the HMAC of a picture's URL, without which the server does not render it.
func (g *GooglePasses) Seal(ctx context.Context, name string) (string, error) {
	seal, err := g.passes.token(ctx, "picture "+name)
	return seal[:min(len(seal), 20)], err
}

// VerifySeal reports whether a seal is valid.
func (g *GooglePasses) VerifySeal(ctx context.Context, name, seal string) (bool, error) {
	ours, err := g.Seal(ctx, name)
	return err == nil && subtle.ConstantTimeCompare([]byte(ours), []byte(seal)) == 1, err
}

// AddHolder records that a phone has saved the pass, and queues a push: the card may have changed.
func (g *GooglePasses) AddHolder(ctx context.Context, pass loyalty.Pass) error {
	return g.base.Store.InBusiness(ctx, pass.BusinessID, func(tx *store.Tx) error {
		if err := g.setHolder(tx, pass, true); err != nil {
			return err
		}
		return tx.Passes().QueuePush(pass, loyalty.PushCard, g.base.Now(), queueing.PushInterval)
	})
}

// googleHolder holds all passes in Google Wallet. Phones cannot register with it.
const googleHolder = "google:"

func (g *GooglePasses) setHolder(tx *store.Tx, pass loyalty.Pass, saved bool) error {
	if !saved {
		return tx.Passes().RemoveHolder(pass, loyalty.GoogleWallet, googleHolder)
	}
	_, err := tx.Passes().AddHolder(pass, loyalty.PassHolder{Vendor: loyalty.GoogleWallet, ID: googleHolder, PushToken: googleHolder}, g.base.Now())
	return err
}
