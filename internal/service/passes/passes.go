package passes

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"slices"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Passes are customers' cards in the wallets of their telephones: given out, kept up to
// date, and told to whom they are to be told. How one looks is for others to know.
type Passes struct {
	base    *usecase.Base
	cards   *usecase.Cards
	qrCodes *usecase.QRCodes

	secretMutex sync.Mutex
	secret      []byte // of which the tokens of all passes are made; nil until one is needed
}

// IssuedPass is a pass as a telephone gets it.
type IssuedPass struct {
	loyalty.Pass
	Token string // by which the telephone asks for it again; the same for ever
	Face  loyalty.PassFace
	Logo  []byte             // that the face names, a PNG
	QR    usecase.CustomerQR // what the counter reads; of a void pass nothing
}

// Issue returns the pass of a customer's card as it is now; she has one from then on. Like
// her QR it is for whoever has its id, and refused with loyalty.ErrCustomerNotFound while her
// business is suspended.
func (p *Passes) Issue(ctx context.Context, qrID string) (IssuedPass, error) {
	business, err := p.base.ActiveBusinessOfQR(ctx, qrID)
	if err != nil {
		return IssuedPass{}, err
	}
	var given loyalty.Pass
	err = p.base.Store.ViewBusiness(ctx, business.ID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(qrID)
		if err != nil {
			return err
		}
		given = loyalty.Pass{BusinessID: business.ID, CustomerID: customer.ID}
		return nil
	})
	if err != nil {
		return IssuedPass{}, err
	}
	issued, err := p.issuePass(ctx, given)
	if err == nil {
		// By a QR that has ended meanwhile nobody gets what goes on with the card.
		_, err = p.base.ActiveBusinessOfQR(ctx, qrID)
	}
	if err != nil {
		return IssuedPass{}, err
	}
	return issued, nil
}

// Fetch returns the pass with a serial as it is now, to a telephone that has its token. It
// refuses with loyalty.ErrPassRefused another token, and a serial that there is not.
func (p *Passes) Fetch(ctx context.Context, serial, token string) (IssuedPass, error) {
	pass, err := p.authenticate(ctx, serial, token)
	if err != nil {
		return IssuedPass{}, err
	}
	return p.issuePass(ctx, pass)
}

// AddHolder notes that a telephone keeps a pass and wants to be told of its changes, and reports
// whether that is new. It refuses as Ask does.
func (p *Passes) AddHolder(ctx context.Context, serial, token string, holder loyalty.PassHolder) (bool, error) {
	pass, err := p.authenticate(ctx, serial, token)
	if err != nil {
		return false, err
	}
	if err := holder.Checked(); err != nil {
		return false, err
	}
	// Telephones have been seen to say so hundreds of times: nothing is written for it.
	var known, fresh bool
	err = p.base.Store.ViewBusiness(ctx, pass.BusinessID, func(tx *store.Tx) (err error) {
		known, err = tx.Passes().Holds(pass, holder)
		return err
	})
	if err == nil && !known {
		err = p.base.Store.InBusiness(ctx, pass.BusinessID, func(tx *store.Tx) (err error) {
			fresh, err = tx.Passes().Hold(pass, holder, p.base.Now())
			return err
		})
	}
	if err == nil {
		// What has happened since she got it nobody was told of: also where that failed
		// when the telephone said so first.
		_, err = p.issuePass(ctx, pass)
	}
	return fresh, err
}

// RemoveHolder notes that a telephone with Apple's wallet keeps a pass no longer. It refuses as
// Ask does.
func (p *Passes) RemoveHolder(ctx context.Context, serial, token, holder string) error {
	pass, err := p.authenticate(ctx, serial, token)
	if err != nil {
		return err
	}
	return p.base.Store.InBusiness(ctx, pass.BusinessID, func(tx *store.Tx) error {
		return tx.Passes().Release(pass, loyalty.AppleWallet, holder)
	})
}

// IsPast reports whether an instant is over by the clock of the passes.
func (p *Passes) IsPast(instant time.Time) bool { return !p.base.Now().Before(instant) }

// changedPageSize is how many passes a telephone is told of at once.
const changedPageSize = 100

// ChangedSerials returns the serials of the passes that a telephone keeps and that have changed
// since a version, and the version since which to ask the next time. That somebody knows
// the telephone's own name is enough: it is drawn at random for this alone.
func (p *Passes) ChangedSerials(ctx context.Context, holder string, since int64) (serials []string, version int64, err error) {
	if !loyalty.ValidID(holder) {
		return nil, 0, nil // no telephone's name: whatever stands there under another one is nobody's business
	}
	var changed []loyalty.Pass
	err = p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		changed, err = tx.Passes().ChangedOf(holder, since, changedPageSize)
		return err
	})
	for _, pass := range changed {
		serials = append(serials, pass.Serial)
		version = pass.Version
	}
	return serials, version, err
}

// authenticate finds the pass of a telephone that has its token.
func (p *Passes) authenticate(ctx context.Context, serial, token string) (loyalty.Pass, error) {
	var pass loyalty.Pass
	var found bool
	err := p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		pass, found, err = tx.Passes().WithSerial(serial)
		return err
	})
	if err != nil {
		return pass, err
	}
	if !found {
		return pass, loyalty.ErrPassRefused
	}
	right, err := p.token(ctx, serial)
	if err == nil && subtle.ConstantTimeCompare([]byte(right), []byte(token)) != 1 {
		err = loyalty.ErrPassRefused
	}
	return pass, err
}

// issuePass is a pass as it is now: where none is named, the one that goes with the customer's
// card. What it says is read before it is written down, so that no counter waits for it;
// whoever is told of a change that was overtaken is told of the next.
func (p *Passes) issuePass(ctx context.Context, pass loyalty.Pass) (IssuedPass, error) {
	issued := IssuedPass{Pass: pass}
	var kept bool
	err := p.base.Store.ViewBusiness(ctx, pass.BusinessID, func(tx *store.Tx) (err error) {
		if issued.Pass, kept, err = findPass(tx, pass); err != nil {
			return err
		}
		if issued.Face, err = p.faceOf(tx, cmp.Or(issued.Pass, pass)); err != nil {
			return err
		}
		issued.Logo, err = usecase.BusinessLogo(tx)
		return err
	})
	if err != nil {
		return issued, err
	}
	if !kept || issued.EndedAt.IsZero() && issued.Says != issued.Face.Digest() {
		if issued.Pass, err = p.saveFace(ctx, pass, issued.Face.Digest()); err != nil {
			return issued, err
		}
	}
	if issued.Token, err = p.token(ctx, issued.Serial); err != nil || issued.Face.Void {
		return issued, err
	}
	key, err := p.qrCodes.Key(ctx, pass.BusinessID)
	if err == nil {
		issued.QR, err = usecase.SignQR(key, pass.BusinessID, issued.Face.QRID)
	}
	return issued, err
}

// findPass is a pass as it is kept, and false where there is none: the one that is named, or else
// the one that goes with the customer's card.
func findPass(tx *store.Tx, pass loyalty.Pass) (loyalty.Pass, bool, error) {
	if pass.Serial == "" {
		return tx.Passes().Of(pass.CustomerID)
	}
	return tx.Passes().Get(pass)
}

// faceOf is what a pass says: of a record that was merged into another what that one's does,
// since the counter knows its QR as before.
func (p *Passes) faceOf(tx *store.Tx, pass loyalty.Pass) (loyalty.PassFace, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return loyalty.PassFace{}, err
	}
	customer, err := tx.Customers().Get(pass.CustomerID)
	if errors.Is(err, loyalty.ErrCustomerNotFound) || err == nil && !(business.Active() && pass.EndedAt.IsZero()) {
		return loyalty.VoidFace(business), nil
	}
	if err != nil {
		return loyalty.PassFace{}, err
	}
	progress, err := p.cards.ProgressOf(tx, business, customer)
	return loyalty.FaceOf(business, customer, progress), err
}

// saveFace writes down what a pass says, and makes the one that goes with the customer's card
// where there is none.
func (p *Passes) saveFace(ctx context.Context, pass loyalty.Pass, says string) (loyalty.Pass, error) {
	var kept loyalty.Pass
	err := p.base.Store.InBusiness(ctx, pass.BusinessID, func(tx *store.Tx) error {
		found, has, err := findPass(tx, pass)
		switch {
		case err != nil:
			return err
		case has:
			err = p.updateFaces(tx, []loyalty.Pass{found}, map[string]string{found.CustomerID: says}, loyalty.PushOfCard)
		case pass.Serial != "":
			return loyalty.ErrPassRefused // she was erased meanwhile
		default:
			err = p.insert(tx, pass, says)
		}
		if err != nil {
			return err
		}
		kept, _, err = findPass(tx, pass)
		return err
	})
	return kept, err
}

// insert makes the pass of a customer, who is locked meanwhile: whoever changes her QR ends it,
// or has ended that QR before.
func (p *Passes) insert(tx *store.Tx, pass loyalty.Pass, says string) error {
	_, err := tx.Customers().Lock(pass.CustomerID)
	if err != nil {
		return err
	}
	pass = pass.Saying(says, p.base.Now())
	if pass.Serial, err = p.base.IDs.Secret(); err != nil {
		return err
	}
	if pass.Version, err = tx.Passes().Versions(1, p.base.Now()); err != nil {
		return err
	}
	return tx.Passes().Insert(pass)
}

// updateFaces writes down what passes say now that the transaction has locked, by customer, and
// has those told who keep them. One that has ended stays as it is.
func (p *Passes) updateFaces(tx *store.Tx, locked []loyalty.Pass, says map[string]string, urgency loyalty.PushUrgency) error {
	now := p.base.Now()
	var changed []loyalty.Pass
	for _, pass := range locked {
		if pass.EndedAt.IsZero() && pass.Says != says[pass.CustomerID] {
			changed = append(changed, pass.Saying(says[pass.CustomerID], now))
		}
	}
	return p.saveAndNotify(tx, changed, urgency)
}

// End ends the passes that go with the cards of some records: whoever has one, from whomever,
// is told that it is void, and never what becomes of the card. The next who asks by a QR that
// holds gets another one.
func (p *Passes) End(tx *store.Tx, records []string) error {
	business, err := tx.Business().Get()
	if err != nil {
		return err
	}
	now, says := p.base.Now(), loyalty.VoidFace(business).Digest()
	var ended []loyalty.Pass
	for _, record := range slices.Sorted(slices.Values(records)) {
		pass, found, err := tx.Passes().Of(record)
		if err != nil {
			return err
		}
		if found {
			pass.EndedAt = now
			ended = append(ended, pass.Saying(says, now))
		}
	}
	return p.saveAndNotify(tx, ended, loyalty.PushOfRecords)
}

// saveAndNotify writes down passes that were locked and changed, and has those told who keep them: one
// change, one push. The versions come last, since whoever has some keeps all others waiting.
func (p *Passes) saveAndNotify(tx *store.Tx, changed []loyalty.Pass, urgency loyalty.PushUrgency) error {
	if len(changed) == 0 {
		return nil
	}
	version, err := tx.Passes().Versions(len(changed), p.base.Now())
	if err != nil {
		return err
	}
	now := p.base.Now()
	for i, pass := range changed {
		pass.Version = version + int64(i)
		if err := tx.Passes().Change(pass); err != nil {
			return err
		}
		if err := tx.Passes().Tell(pass, urgency, now, queueing.PushPause); err != nil {
			return err
		}
	}
	return nil
}

// tokenSecretSetting is the setting of the platform that tokens of passes are made of.
const tokenSecretSetting = "pass.key"

// token is what a telephone shows to ask for a pass. It is made of the serial, so that it
// can be put into the pass again and stands nowhere.
func (p *Passes) token(ctx context.Context, serial string) (string, error) {
	secret, err := p.tokenSecret(ctx)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(serial))
	return hex.EncodeToString(mac.Sum(nil)), nil
}

// tokenSecret is what tokens are made of, read once.
func (p *Passes) tokenSecret(ctx context.Context) ([]byte, error) {
	p.secretMutex.Lock()
	defer p.secretMutex.Unlock()
	if p.secret != nil {
		return p.secret, nil
	}
	secret, err := usecase.LoadPlatformKey(ctx, p.base.Store, tokenSecretSetting)
	if err != nil {
		return nil, err
	}
	p.secret = secret
	return secret, nil
}
