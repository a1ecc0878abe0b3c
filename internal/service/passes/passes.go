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

// Passes issues wallet passes and queues their pushes.
type Passes struct {
	base    *usecase.Base
	cards   *usecase.Cards
	qrCodes *usecase.QRCodes

	secretMutex sync.Mutex
	secret      []byte // of pass tokens; nil until first used
}

// IssuedPass is a pass with its face.
type IssuedPass struct {
	loyalty.Pass
	Token string // authenticates the phone; never changes
	Face  loyalty.PassFace
	Logo  []byte
	QR    usecase.CustomerQR // for the counter; empty if void
}

// Issue returns a pass, created on first use, or loyalty.ErrCustomerNotFound, also for a suspended business.
func (p *Passes) Issue(ctx context.Context, qrID string) (IssuedPass, error) {
	business, err := p.base.ActiveBusinessOfQR(ctx, qrID)
	if err != nil {
		return IssuedPass{}, err
	}
	var pass loyalty.Pass
	err = p.base.Store.ViewBusiness(ctx, business.ID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(qrID)
		if err != nil {
			return err
		}
		pass = loyalty.Pass{BusinessID: business.ID, CustomerID: customer.ID}
		return nil
	})
	if err != nil {
		return IssuedPass{}, err
	}
	issuedPass, err := p.issuePass(ctx, pass)
	if err == nil {
		// The QR may have ended since it was checked.
		_, err = p.base.ActiveBusinessOfQR(ctx, qrID)
	}
	if err != nil {
		return IssuedPass{}, err
	}
	return issuedPass, nil
}

// Fetch returns a pass for its token, or loyalty.ErrPassRefused.
func (p *Passes) Fetch(ctx context.Context, serial, token string) (IssuedPass, error) {
	pass, err := p.authenticate(ctx, serial, token)
	if err != nil {
		return IssuedPass{}, err
	}
	return p.issuePass(ctx, pass)
}

// AddHolder registers a phone and reports whether it is new. Errors: those of Fetch.
func (p *Passes) AddHolder(ctx context.Context, serial, token string, holder loyalty.PassHolder) (bool, error) {
	pass, err := p.authenticate(ctx, serial, token)
	if err != nil {
		return false, err
	}
	if err := holder.Validate(); err != nil {
		return false, err
	}
	// Phones often repeat this, so a known holder must not cause a write.
	var registered, fresh bool
	err = p.base.Store.ViewBusiness(ctx, pass.BusinessID, func(tx *store.Tx) (err error) {
		registered, err = tx.Passes().HasHolder(pass, holder)
		return err
	})
	if err == nil && !registered {
		err = p.base.Store.InBusiness(ctx, pass.BusinessID, func(tx *store.Tx) (err error) {
			fresh, err = tx.Passes().AddHolder(pass, holder, p.base.Now())
			return err
		})
	}
	if err == nil {
		// Earlier changes were not pushed. This also repairs a first call that failed.
		_, err = p.issuePass(ctx, pass)
	}
	return fresh, err
}

// RemoveHolder unregisters a phone (Apple Wallet). Errors: those of Fetch.
func (p *Passes) RemoveHolder(ctx context.Context, serial, token, holder string) error {
	pass, err := p.authenticate(ctx, serial, token)
	if err != nil {
		return err
	}
	return p.base.Store.InBusiness(ctx, pass.BusinessID, func(tx *store.Tx) error {
		return tx.Passes().RemoveHolder(pass, loyalty.AppleWallet, holder)
	})
}

// IsPast reports whether an instant is past by the clock of the use cases.
func (p *Passes) IsPast(instant time.Time) bool { return !p.base.Now().Before(instant) }

const changedPageSize = 100

// ChangedSerials returns a holder's passes changed after a version, and the last one's version. The holder's random
// id authenticates the caller.
func (p *Passes) ChangedSerials(ctx context.Context, holder string, since int64) (serials []string, version int64, err error) {
	if !loyalty.ValidID(holder) {
		return nil, 0, nil // impossible id
	}
	var passes []loyalty.Pass
	err = p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		passes, err = tx.Passes().ChangedSince(holder, since, changedPageSize)
		return err
	})
	for _, pass := range passes {
		serials = append(serials, pass.Serial)
		version = pass.Version
	}
	return serials, version, err
}

func (p *Passes) authenticate(ctx context.Context, serial, token string) (loyalty.Pass, error) {
	var pass loyalty.Pass
	var found bool
	err := p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		pass, found, err = tx.Passes().BySerial(serial)
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

// issuePass returns a pass with its face. It first only reads, so that no check-in waits. Later changes are pushed.
func (p *Passes) issuePass(ctx context.Context, pass loyalty.Pass) (IssuedPass, error) {
	issuedPass := IssuedPass{Pass: pass}
	var stored bool
	err := p.base.Store.ViewBusiness(ctx, pass.BusinessID, func(tx *store.Tx) (err error) {
		if issuedPass.Pass, stored, err = findPass(tx, pass); err != nil {
			return err
		}
		if issuedPass.Face, err = p.faceOf(tx, cmp.Or(issuedPass.Pass, pass)); err != nil {
			return err
		}
		issuedPass.Logo, err = usecase.BusinessLogo(tx)
		return err
	})
	if err != nil {
		return issuedPass, err
	}
	if !stored || issuedPass.EndedAt.IsZero() && issuedPass.Digest != issuedPass.Face.Digest() {
		if issuedPass.Pass, err = p.saveFace(ctx, pass, issuedPass.Face.Digest()); err != nil {
			return issuedPass, err
		}
	}
	if issuedPass.Token, err = p.token(ctx, issuedPass.Serial); err != nil || issuedPass.Face.Void {
		return issuedPass, err
	}
	key, err := p.qrCodes.Key(ctx, pass.BusinessID)
	if err == nil {
		issuedPass.QR, err = usecase.SignQR(key, pass.BusinessID, issuedPass.Face.QRID)
	}
	return issuedPass, err
}

func findPass(tx *store.Tx, pass loyalty.Pass) (loyalty.Pass, bool, error) {
	if pass.Serial == "" {
		return tx.Passes().Of(pass.CustomerID)
	}
	return tx.Passes().Get(pass)
}

// faceOf returns the content of a pass. A merged record's shows the kept card, because counters accept its QR.
func (p *Passes) faceOf(tx *store.Tx, pass loyalty.Pass) (loyalty.PassFace, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return loyalty.PassFace{}, err
	}
	customer, err := tx.Customers().Get(pass.CustomerID)
	if errors.Is(err, loyalty.ErrCustomerNotFound) || err == nil && !(business.IsActive() && pass.EndedAt.IsZero()) {
		return loyalty.NewVoidPassFace(business), nil
	}
	if err != nil {
		return loyalty.PassFace{}, err
	}
	progress, err := p.cards.ProgressOf(tx, business, customer)
	return loyalty.NewPassFace(business, customer, progress), err
}

func (p *Passes) saveFace(ctx context.Context, pass loyalty.Pass, digest string) (loyalty.Pass, error) {
	var storedPass loyalty.Pass
	err := p.base.Store.InBusiness(ctx, pass.BusinessID, func(tx *store.Tx) error {
		existingPass, has, err := findPass(tx, pass)
		switch {
		case err != nil:
			return err
		case has:
			err = p.updateFaces(tx, []loyalty.Pass{existingPass}, map[string]string{existingPass.CustomerID: digest}, loyalty.PushCard)
		case pass.Serial != "":
			return loyalty.ErrPassRefused // erased meanwhile
		default:
			err = p.insert(tx, pass, digest)
		}
		if err != nil {
			return err
		}
		storedPass, _, err = findPass(tx, pass)
		return err
	})
	return storedPass, err
}

// insert adds a pass. It locks the customer: a concurrent change of the QR must not miss the new pass.
func (p *Passes) insert(tx *store.Tx, pass loyalty.Pass, digest string) error {
	_, err := tx.Customers().Lock(pass.CustomerID)
	if err != nil {
		return err
	}
	pass = pass.WithDigest(digest, p.base.Now())
	if pass.Serial, err = p.base.IDs.Secret(); err != nil {
		return err
	}
	if pass.Version, err = tx.Passes().NextVersions(1, p.base.Now()); err != nil {
		return err
	}
	return tx.Passes().Insert(pass)
}

func (p *Passes) updateFaces(tx *store.Tx, lockedPasses []loyalty.Pass, digests map[string]string, urgency loyalty.PushUrgency) error {
	now := p.base.Now()
	var passes []loyalty.Pass
	for _, pass := range lockedPasses {
		if pass.EndedAt.IsZero() && pass.Digest != digests[pass.CustomerID] {
			passes = append(passes, pass.WithDigest(digests[pass.CustomerID], now))
		}
	}
	return p.saveAndNotify(tx, passes, urgency)
}

// End ends the passes of records and queues pushes. Issue creates new ones.
func (p *Passes) End(tx *store.Tx, records []string) error {
	business, err := tx.Business().Get()
	if err != nil {
		return err
	}
	now, digest := p.base.Now(), loyalty.NewVoidPassFace(business).Digest()
	var passes []loyalty.Pass
	for _, record := range slices.Sorted(slices.Values(records)) {
		pass, found, err := tx.Passes().Of(record)
		if err != nil {
			return err
		}
		if found {
			pass.EndedAt = now
			passes = append(passes, pass.WithDigest(digest, now))
		}
	}
	return p.saveAndNotify(tx, passes, loyalty.PushRecord)
}

// saveAndNotify saves passes and queues pushes. It reserves versions last, because that locks out all other writers of
// passes.
func (p *Passes) saveAndNotify(tx *store.Tx, passes []loyalty.Pass, urgency loyalty.PushUrgency) error {
	if len(passes) == 0 {
		return nil
	}
	version, err := tx.Passes().NextVersions(len(passes), p.base.Now())
	if err != nil {
		return err
	}
	now := p.base.Now()
	for i, pass := range passes {
		pass.Version = version + int64(i)
		if err := tx.Passes().Update(pass); err != nil {
			return err
		}
		if err := tx.Passes().QueuePush(pass, urgency, now, queueing.PushInterval); err != nil {
			return err
		}
	}
	return nil
}

const tokenSecretSetting = "pass.key"

// token is an HMAC of the serial, not stored.
func (p *Passes) token(ctx context.Context, serial string) (string, error) {
	secret, err := p.tokenSecret(ctx)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(serial))
	return hex.EncodeToString(mac.Sum(nil)), nil
}

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
