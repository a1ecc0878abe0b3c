package service

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/photo"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Usuals manages 'lo de siempre': note and pictures of the usual cut, while setting and consent allow them. With the
// setting off, only withdrawals work: loyalty.ErrUsualDisabled.
type Usuals struct {
	base      *usecase.Base
	customers *Customers
	photos    *photo.Reader
}

// Usual is a customer's usual cut.
type Usual struct {
	CustomerID string
	Note       string
	Version    int64
	Pictures   []loyalty.UsualPicture
	Consent    loyalty.Consent // last entry; without id: never asked
	IsMinor    bool
	Guardian   string
}

// UsualPictureRequest asks to add a picture, and may record consent.
type UsualPictureRequest struct {
	CustomerID string
	Upload     []byte // JPEG or WebP; metadata are removed
	Permission *loyalty.UsualPermission
	Key        usecase.IdempotencyKey
}

// UsualNoteRequest replaces the note and may record consent.
type UsualNoteRequest struct {
	CustomerID string
	Note       string // empty: remove the note
	Version    int64  // as read; zero: any
	Permission *loyalty.UsualPermission
}

// Of returns the usual cut, or loyalty.ErrCustomerNotFound.
func (u *Usuals) Of(ctx context.Context, actor usecase.Actor, customerID string) (usual Usual, err error) {
	err = u.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := findUsualCustomer(tx, customerID)
		if err != nil {
			return err
		}
		usual, err = u.read(tx, customer)
		return err
	})
	return usual, err
}

// Picture returns a picture. Errors: loyalty.ErrCustomerNotFound, loyalty.ErrUsualPictureNotFound.
func (u *Usuals) Picture(ctx context.Context, actor usecase.Actor, customerID, pictureID string) (picture []byte, err error) {
	err = u.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := findUsualCustomer(tx, customerID)
		if err != nil {
			return err
		}
		picture, err = store.UsualsIn(tx).Picture(customer.ID, pictureID)
		return err
	})
	return picture, err
}

// SetConsent records consent at the counter. A withdrawal removes note and pictures. A minor's consent needs the
// guardian's name.
func (u *Usuals) SetConsent(ctx context.Context, actor usecase.Actor, customerID string, permission loyalty.UsualPermission) (usual Usual, err error) {
	err = u.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Lock(customerID)
		if err != nil {
			return err
		}
		if err := u.setConsent(tx, actor, customer, permission); err != nil {
			return err
		}
		usual, err = u.read(tx, customer)
		return err
	})
	return usual, err
}

func (u *Usuals) setConsent(tx *store.Tx, actor usecase.Actor, customer loyalty.Customer, permission loyalty.UsualPermission) error {
	if !permission.Granted {
		return u.withdraw(tx, customer, loyalty.FormStaff, actor.UserID)
	}
	if err := mustAllowUsual(tx); err != nil {
		return err
	}
	return u.grant(tx, actor, customer, permission)
}

// ChangeNote replaces the note. Errors: loyalty.ErrUsualWithoutConsent, loyalty.ErrUsualChanged for an old version.
func (u *Usuals) ChangeNote(ctx context.Context, actor usecase.Actor, request UsualNoteRequest) (usual Usual, err error) {
	note, err := loyalty.CleanUsualNote(request.Note)
	if err != nil {
		return Usual{}, err
	}
	err = u.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := u.lockPermitted(tx, actor, request.CustomerID, request.Permission)
		if err != nil {
			return err
		}
		former, version, err := store.UsualsIn(tx).Note(customer.ID)
		if err != nil {
			return err
		}
		if request.Version != 0 && request.Version != version {
			return loyalty.ErrUsualChanged
		}
		if note != former {
			if err := store.UsualsIn(tx).SetNote(customer.ID, note); err != nil {
				return err
			}
			if err := u.base.Record(tx, actor.UserID, loyalty.ActionUsualNoteChanged, customer.ID, ""); err != nil {
				return err
			}
		}
		usual, err = u.read(tx, customer)
		return err
	})
	return usual, err
}

// AddPicture adds a picture, once per key. Errors: those of photo.Reader.Read, loyalty.ErrUsualWithoutConsent,
// loyalty.ErrUsualFull.
func (u *Usuals) AddPicture(ctx context.Context, actor usecase.Actor, request UsualPictureRequest) (usual Usual, err error) {
	if err := request.Key.Validate(); err != nil {
		return Usual{}, err
	}
	newPhoto, err := u.photos.Read(ctx, request.Upload)
	if err != nil {
		return Usual{}, err
	}
	sum := sha256.Sum256(request.Upload)
	fingerprint := requestFingerprint("usual picture", request.CustomerID, hex.EncodeToString(sum[:]))
	err = u.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) error {
		if _, err := findUsualCustomer(tx, request.CustomerID); err != nil {
			return err
		}
		_, err := usecase.RunOnce(u.base, tx, request.Key, fingerprint, usecase.PlainCodec[string](), func() (string, error) {
			return u.addPicture(tx, actor, request, newPhoto)
		})
		if err != nil {
			return err
		}
		customer, err := tx.Customers().Get(request.CustomerID)
		if err != nil {
			return err
		}
		usual, err = u.read(tx, customer)
		return err
	})
	return usual, err
}

// addPicture checks before it writes: a refusal is committed with its key.
func (u *Usuals) addPicture(tx *store.Tx, actor usecase.Actor, request UsualPictureRequest, newPhoto photo.Photo) (string, error) {
	customer, err := tx.Customers().Lock(request.CustomerID)
	if err != nil {
		return "", err
	}
	pictures, err := store.UsualsIn(tx).Pictures(customer.ID)
	if err != nil {
		return "", err
	}
	if len(pictures) >= loyalty.MaxUsualPictures {
		return "", loyalty.ErrUsualFull
	}
	if customer, err = u.lockPermitted(tx, actor, customer.ID, request.Permission); err != nil {
		return "", err
	}
	now := u.base.Now()
	id, err := u.base.IDs.Next(now)
	if err != nil {
		return "", err
	}
	picture := loyalty.UsualPicture{
		ID: id, CustomerID: customer.ID, TakenAt: now, TakenBy: actor.UserID, Width: newPhoto.Width, Height: newPhoto.Height,
	}
	if err := store.UsualsIn(tx).AddPicture(picture, newPhoto.Bytes); err != nil {
		return "", err
	}
	return id, u.base.Record(tx, actor.UserID, loyalty.ActionUsualPictureAdded, customer.ID, id)
}

// RemovePicture removes a picture, or returns loyalty.ErrUsualPictureNotFound.
func (u *Usuals) RemovePicture(ctx context.Context, actor usecase.Actor, customerID, pictureID string) (usual Usual, err error) {
	err = u.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Lock(customerID)
		if err != nil {
			return err
		}
		if err := mustAllowUsual(tx); err != nil {
			return err
		}
		if err := store.UsualsIn(tx).RemovePicture(customer.ID, pictureID); err != nil {
			return err
		}
		if err := u.base.Record(tx, actor.UserID, loyalty.ActionUsualPictureErased, customer.ID, pictureID); err != nil {
			return err
		}
		usual, err = u.read(tx, customer)
		return err
	})
	return usual, err
}

// Own returns the usual cut like Of, in the portal. Unverified sessions get loyalty.ErrPhoneUnverified.
func (u *Usuals) Own(ctx context.Context, user access.PortalUser) (Usual, error) {
	if err := user.RequireVerified(); err != nil {
		return Usual{}, err
	}
	return u.Of(ctx, user.Actor(), user.CustomerID)
}

// OwnPicture returns a picture like Picture. Errors: also those of Own.
func (u *Usuals) OwnPicture(ctx context.Context, user access.PortalUser, pictureID string) ([]byte, error) {
	if err := user.RequireVerified(); err != nil {
		return nil, err
	}
	return u.Picture(ctx, user.Actor(), user.CustomerID, pictureID)
}

// SetOwn records consent in the portal: for a child under 14 by the guardian. Minors without a guardian and
// older children with one get loyalty.ErrUsualOwnConsent. Unverified sessions may only withdraw.
func (u *Usuals) SetOwn(ctx context.Context, user access.PortalUser, granted bool) error {
	if err := user.RequireVerified(); granted && err != nil {
		return err
	}
	return u.base.Store.InBusiness(ctx, user.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Lock(user.CustomerID)
		if err != nil {
			return err
		}
		if !granted {
			return u.withdraw(tx, customer, loyalty.FormPortal, "")
		}
		if err := mustAllowUsual(tx); err != nil {
			return err
		}
		minor, err := u.customers.isMinor(tx, customer)
		if err != nil {
			return err
		}
		if minor != customer.IsChild() {
			return loyalty.ErrUsualOwnConsent
		}
		consent := loyalty.Consent{Granted: true, Form: loyalty.FormPortal}
		if minor {
			if consent.GivenBy, err = u.guardianName(tx, customer); err != nil {
				return err
			}
		}
		return u.record(tx, "", customer, consent)
	})
}

func (u *Usuals) guardianName(tx *store.Tx, child loyalty.Customer) (string, error) {
	name, err := u.customers.guardianOf(tx, child)
	if err != nil || name != "" {
		return name, err
	}
	guardian, err := tx.Customers().Get(child.GuardianID)
	return guardian.Name, err
}

func (u *Usuals) lockPermitted(
	tx *store.Tx, actor usecase.Actor, customerID string, permission *loyalty.UsualPermission,
) (customer loyalty.Customer, err error) {
	if customer, err = tx.Customers().Lock(customerID); err != nil {
		return customer, err
	}
	if err := mustAllowUsual(tx); err != nil {
		return customer, err
	}
	permitted, err := hasUsualConsent(tx, customer.ID)
	switch {
	case err != nil || permitted:
		return customer, err
	case permission == nil || !permission.Granted:
		return customer, loyalty.ErrUsualWithoutConsent
	}
	return customer, u.grant(tx, actor, customer, *permission)
}

func (u *Usuals) grant(tx *store.Tx, actor usecase.Actor, customer loyalty.Customer, permission loyalty.UsualPermission) error {
	minor, err := u.customers.isMinor(tx, customer)
	if err != nil {
		return err
	}
	consent := loyalty.Consent{Granted: true, Form: loyalty.FormStaff}
	if minor {
		guardian, err := u.customers.guardianOf(tx, customer)
		if err != nil {
			return err
		}
		if consent.GivenBy, err = permission.CleanGuardian(guardian); err != nil {
			return err
		}
	}
	return u.record(tx, actor.UserID, customer, consent)
}

func (u *Usuals) withdraw(tx *store.Tx, customer loyalty.Customer, form loyalty.ConsentForm, userID string) error {
	if err := u.record(tx, userID, customer, loyalty.Consent{Form: form}); err != nil {
		return err
	}
	return removeUsual(u.base, tx, customer.ID, userID)
}

func (u *Usuals) record(tx *store.Tx, userID string, customer loyalty.Customer, consent loyalty.Consent) error {
	consent.CustomerID, consent.Kind = customer.ID, loyalty.ConsentUsual
	last, err := lastUsualConsent(tx, customer.ID)
	if err != nil || last.Granted == consent.Granted && last.Form != loyalty.FormMerge {
		return err // undoing a merge removes its entry, so record an unchanged consent too
	}
	if consent.At = u.base.Now(); !consent.At.After(last.At) {
		consent.At = last.At.Add(time.Millisecond) // of two entries at one instant, the later one counts
	}
	if err := u.base.RecordConsent(tx, consent); err != nil {
		return err
	}
	if err := u.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventConsentChanged, customer)); err != nil {
		return err
	}
	detail := string(loyalty.ConsentUsual) + " no"
	if consent.Granted {
		detail = string(loyalty.ConsentUsual)
	}
	return u.base.Record(tx, userID, loyalty.ActionConsentChanged, customer.ID, detail)
}

func storedUsual(tx *store.Tx, customerID string) (usual Usual, err error) {
	usual.CustomerID = customerID
	if usual.Note, usual.Version, err = store.UsualsIn(tx).Note(customerID); err != nil {
		return usual, err
	}
	usual.Pictures, err = store.UsualsIn(tx).Pictures(customerID)
	return usual, err
}

func (u *Usuals) read(tx *store.Tx, customer loyalty.Customer) (Usual, error) {
	usual, err := storedUsual(tx, customer.ID)
	if err != nil {
		return usual, err
	}
	if usual.Consent, err = lastUsualConsent(tx, customer.ID); err != nil {
		return usual, err
	}
	if usual.IsMinor, err = u.customers.isMinor(tx, customer); err != nil || !usual.IsMinor {
		return usual, err
	}
	usual.Guardian, err = u.customers.guardianOf(tx, customer)
	return usual, err
}

// findUsualCustomer finds the customer before it checks the setting: another business's customer is not found.
func findUsualCustomer(tx *store.Tx, customerID string) (loyalty.Customer, error) {
	customer, err := tx.Customers().Get(customerID)
	if err == nil {
		err = mustAllowUsual(tx)
	}
	return customer, err
}

func mustAllowUsual(tx *store.Tx) error {
	business, err := tx.Business().Get()
	if err == nil && !business.UsualEnabled {
		err = loyalty.ErrUsualDisabled
	}
	return err
}

func lastUsualConsent(tx *store.Tx, customerID string) (loyalty.Consent, error) {
	consents, err := tx.Consents().Of(customerID)
	last, _ := loyalty.LatestConsent(consents, loyalty.ConsentUsual)
	return last, err
}

func hasUsualConsent(tx *store.Tx, customerID string) (bool, error) {
	last, err := lastUsualConsent(tx, customerID)
	return last.Granted, err
}

func removeUsual(base *usecase.Base, tx *store.Tx, customerID, userID string) error {
	count, err := store.UsualsIn(tx).RemoveAll(customerID)
	if err != nil || count == 0 {
		return err
	}
	return base.Record(tx, userID, loyalty.ActionUsualErased, customerID, strconv.FormatInt(count, 10))
}
