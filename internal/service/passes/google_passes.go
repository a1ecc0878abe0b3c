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

// GooglePasses are what Google has been told of passes, of which it keeps copies of its own.
type GooglePasses struct {
	base   *usecase.Base
	passes *Passes
}

// GoogleCard is a pass as it is now, and what Google has been told of it.
type GoogleCard struct {
	IssuedPass
	Business  loyalty.Business
	Group     string // the same for the cards of a family, or of a guardian and her children
	Sent      loyalty.GooglePass
	SentClass string // digest of what Google has been told of the business; empty: nothing
}

// Issue returns the card of a customer who wants it in her wallet, as Passes.Give does.
func (g *GooglePasses) Issue(ctx context.Context, customerID string) (GoogleCard, error) {
	pass, err := g.passes.Issue(ctx, customerID)
	if err != nil {
		return GoogleCard{}, err
	}
	return g.loadCard(ctx, pass)
}

// IssueTogether has something done with each card that Passes.GiveTogether returns, of at most
// so many, until that fails: with what Google has been told by then.
func (g *GooglePasses) IssueTogether(ctx context.Context, ticket PassTicket, most int, do func(GoogleCard) error) error {
	passes, err := g.passes.IssueTogether(ctx, ticket)
	if err != nil {
		return err
	}
	for _, pass := range passes[:min(len(passes), most)] {
		card, err := g.loadCard(ctx, pass)
		if err == nil {
			err = do(card)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Load returns the card of the pass with a serial as Google is to be told of it, also where
// it is void. It refuses with loyalty.ErrPassRefused a serial that there is not.
func (g *GooglePasses) Load(ctx context.Context, serial string) (GoogleCard, error) {
	pass, found, err := g.findBySerial(ctx, serial)
	if err == nil && !found {
		err = loyalty.ErrPassRefused
	}
	if err != nil {
		return GoogleCard{}, err
	}
	issued, err := g.passes.issuePass(ctx, pass)
	if err != nil {
		return GoogleCard{}, err
	}
	return g.loadCard(ctx, issued)
}

func (g *GooglePasses) findBySerial(ctx context.Context, serial string) (pass loyalty.Pass, found bool, err error) {
	err = g.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		pass, found, err = tx.Passes().WithSerial(serial)
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
		if card.Sent, err = tx.Passes().OfGoogle(pass.Pass); err != nil {
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

// groupOf is what a customer's card lies together by with those of others. It tells nobody
// who they are.
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

// RecordIntent notes, before Google is told of a card for the first time, that it may keep its pass
// from now on: a program that ends meanwhile leaves nothing at Google of which we do not know.
// It returns the card with that, and refuses with loyalty.ErrPassRefused where there is no
// pass any more.
func (g *GooglePasses) RecordIntent(ctx context.Context, card GoogleCard) (GoogleCard, error) {
	err := g.base.Store.InBusiness(ctx, card.BusinessID, func(tx *store.Tx) error {
		told, found, err := lockPass(tx, card.Pass)
		if err == nil && !found {
			err = loyalty.ErrPassRefused
		}
		if err != nil {
			return err
		}
		card.Sent = told.Beginning()
		if err := tx.Passes().KeepGoogle(card.Sent); err != nil {
			return err
		}
		return g.setHolder(tx, card.Pass, true)
	})
	return card, err
}

// RecordSent records that Google has been told of a card, by the digest of all that it was told.
// Where another change was told meanwhile it is told once more: nobody knows which of both
// reached Google last.
func (g *GooglePasses) RecordSent(ctx context.Context, card GoogleCard, says string) error {
	return g.base.Store.InBusiness(ctx, card.BusinessID, func(tx *store.Tx) error {
		told, found, err := lockPass(tx, card.Pass)
		if err != nil || !found {
			return err
		}
		told, sure := told.Saying(says, card.Face, card.Sent)
		if err := tx.Passes().KeepGoogle(told); err != nil || sure {
			return err
		}
		return tx.Passes().Tell(card.Pass, loyalty.PushOfCard, g.base.Now(), queueing.PushPause)
	})
}

// ReserveNotification takes one of the notices that Google allows, and reports whether one was left.
func (g *GooglePasses) ReserveNotification(ctx context.Context, pass loyalty.Pass) (bool, error) {
	allowed := false
	err := g.update(ctx, pass, func(told loyalty.GooglePass) loyalty.GooglePass {
		if allowed = mayNotify(told, g.base.Now()); !allowed {
			return told
		}
		return withNotification(told, g.base.Now())
	})
	return allowed, err
}

// ReturnNotification gives back the latest notice, which Google did not take.
func (g *GooglePasses) ReturnNotification(ctx context.Context, pass loyalty.Pass) error {
	return g.update(ctx, pass, withoutLatestNotification)
}

func (g *GooglePasses) update(ctx context.Context, pass loyalty.Pass, change func(loyalty.GooglePass) loyalty.GooglePass) error {
	return g.base.Store.InBusiness(ctx, pass.BusinessID, func(tx *store.Tx) error {
		told, found, err := lockPass(tx, pass)
		if err != nil || !found {
			return err
		}
		return tx.Passes().KeepGoogle(change(told))
	})
}

// lockPass is what Google has been told of a pass that no other transaction changes until this
// one ends; false where there is no pass any more.
func lockPass(tx *store.Tx, pass loyalty.Pass) (told loyalty.GooglePass, found bool, err error) {
	if _, found, err = tx.Passes().Get(pass); err != nil || !found {
		return told, found, err
	}
	told, err = tx.Passes().OfGoogle(pass)
	return told, true, err
}

// RecordClassSent records that Google has been told of the business of a card, by the digest of it.
// As with Tell it is told once more, with the card, where something else was told meanwhile.
func (g *GooglePasses) RecordClassSent(ctx context.Context, card GoogleCard, says string) error {
	return g.base.Store.InBusiness(ctx, card.BusinessID, func(tx *store.Tx) error {
		kept, err := tx.Passes().KeepGoogleClass(card.SentClass, says)
		if err != nil || kept == says {
			return err
		}
		return tx.Passes().Tell(card.Pass, loyalty.PushOfRecords, g.base.Now(), queueing.PushPause)
	})
}

// RecordCallback notes that a customer has put the pass with a serial into her wallet, or has taken it
// out, as Google tells at an instant. What is repeated, or older than what is known, changes
// nothing; a serial that there is not is none of ours.
func (g *GooglePasses) RecordCallback(ctx context.Context, serial string, kept bool, at time.Time) error {
	pass, found, err := g.findBySerial(ctx, serial)
	if err != nil || !found {
		return err
	}
	return g.base.Store.InBusiness(ctx, pass.BusinessID, func(tx *store.Tx) error {
		told, found, err := lockPass(tx, pass)
		if err != nil || !found || !at.After(told.HeardAt) {
			return err
		}
		told.HeardAt = at
		if err := tx.Passes().KeepGoogle(told); err != nil {
			return err
		}
		return g.setHolder(tx, pass, kept)
	})
}

// Logo returns a logo of a business, a PNG, or loyalty.ErrLogoNotFound where the business is
// suspended or has no logo of that name.
func (g *GooglePasses) Logo(ctx context.Context, businessID string, name loyalty.LogoName) ([]byte, error) {
	return g.base.Logo(ctx, businessID, name)
}

// Seal is what only we put behind the name of a picture: others cannot have us draw what
// they like.
func (g *GooglePasses) Seal(ctx context.Context, name string) (string, error) {
	seal, err := g.passes.token(ctx, "picture "+name)
	return seal[:min(len(seal), 20)], err
}

// VerifySeal reports whether a seal is ours.
func (g *GooglePasses) VerifySeal(ctx context.Context, name, seal string) (bool, error) {
	ours, err := g.Seal(ctx, name)
	return err == nil && subtle.ConstantTimeCompare([]byte(ours), []byte(seal)) == 1, err
}

// AddHolder notes that Google keeps the pass of a card and is to be told when it has changed. It
// is told once more at once: another change may have been told while this one was.
func (g *GooglePasses) AddHolder(ctx context.Context, pass loyalty.Pass) error {
	return g.base.Store.InBusiness(ctx, pass.BusinessID, func(tx *store.Tx) error {
		if err := g.setHolder(tx, pass, true); err != nil {
			return err
		}
		return tx.Passes().Tell(pass, loyalty.PushOfCard, g.base.Now(), queueing.PushPause)
	})
}

// googleHolder is what Google is called among those who keep passes, in whose place no telephone
// can put itself.
const googleHolder = "google:"

func (g *GooglePasses) setHolder(tx *store.Tx, pass loyalty.Pass, kept bool) error {
	if !kept {
		return tx.Passes().Release(pass, loyalty.GoogleWallet, googleHolder)
	}
	_, err := tx.Passes().Hold(pass, loyalty.PassHolder{Vendor: loyalty.GoogleWallet, ID: googleHolder, PushToken: googleHolder}, g.base.Now())
	return err
}
