package access

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Devices are the named devices of a business's counter.
type Devices struct {
	base     *usecase.Base
	tokens   tokens
	contacts contacts
}

const (
	// contactsEvery is how often it is written which devices have called: at most so
	// often for each, and never in a call's way.
	contactsEvery = time.Minute
	// revokedShown is how long a revoked device stays in the list.
	revokedShown = 30 * 24 * time.Hour
)

// NewDevice is a device with the code that makes a browser this device.
type NewDevice struct {
	loyalty.Device
	Code string // is told once
}

// EnrolledDevice is a device with the token of its own.
type EnrolledDevice struct {
	loyalty.Device
	Token string // is told once
}

// ListedDevice is a device with what it has handed over.
type ListedDevice struct {
	loyalty.Device
	Handed []store.ListedHanded
}

// Add names a device. Its code works for one browser, for loyalty.DeviceCodeLifetime.
func (d *Devices) Add(ctx context.Context, actor usecase.Actor, name string) (NewDevice, error) {
	name, err := loyalty.CleanDeviceName(name)
	if err != nil {
		return NewDevice{}, err
	}
	code, err := d.base.IDs.Secret()
	if err != nil {
		return NewDevice{}, err
	}
	id, err := d.base.IDs.Next(d.base.Now())
	if err != nil {
		return NewDevice{}, err
	}
	device := loyalty.Device{
		ID: id, BusinessID: actor.BusinessID, Name: name, CreatedAt: d.base.Now(), CodeExpiresAt: d.base.Now().Add(loyalty.DeviceCodeLifetime),
	}
	err = d.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		if err := tx.Devices().Insert(device, d.tokens.deviceCodeHash(code), actor.UserID); err != nil {
			return err
		}
		return d.base.Record(tx, actor.UserID, loyalty.ActionDeviceAdded, device.ID, device.Name)
	})
	return NewDevice{Device: device, Code: code}, err
}

// Enrol exchanges a code for the token of the device. It refuses with loyalty.ErrDeviceCode a
// code that another browser used, or that is too old. The same asker, which is what the browser
// calls itself, gets the same token again while the code would work, because the first answer
// may have been lost. Without an asker a code works once.
func (d *Devices) Enrol(ctx context.Context, asker, code string) (EnrolledDevice, error) {
	token, err := d.tokenFor(asker, code)
	if err != nil {
		return EnrolledDevice{}, err
	}
	var device loyalty.Device
	err = d.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		device, err = d.enrol(tx, d.tokens.deviceCodeHash(code), d.tokens.deviceHash(token))
		return err
	})
	if err != nil {
		return EnrolledDevice{}, fmt.Errorf("enrolling a device: %w", err)
	}
	return EnrolledDevice{Device: device, Token: token}, nil
}

// tokenFor returns the token that a browser gets for a code. It is derived from both, so it can
// be repeated and need not be stored. Without an asker it is random.
func (d *Devices) tokenFor(asker, code string) (string, error) {
	if asker == "" {
		return d.base.IDs.Secret()
	}
	return loyalty.DeviceToken(d.tokens.keyedBytes("device-token", code, asker))
}

func (d *Devices) enrol(tx *store.PlatformTx, codeHash, tokenHash string) (loyalty.Device, error) {
	device, err := tx.Devices().Enrol(codeHash, tokenHash, d.base.Now())
	if err == nil {
		return device, d.base.Record(tx.In(device.BusinessID), "", loyalty.ActionDeviceEnrolled, device.ID, "")
	}
	if !errors.Is(err, loyalty.ErrDeviceCode) {
		return device, err
	}
	device, enrolled, err := tx.Devices().Enrolled(codeHash, tokenHash, d.base.Now())
	if err == nil && !enrolled {
		err = loyalty.ErrDeviceCode
	}
	return device, err
}

// List returns the business's devices with what each has handed over. Revoked ones
// are shown for a while, and as long as somebody has still to decide about a visit.
func (d *Devices) List(ctx context.Context, actor usecase.Actor) ([]ListedDevice, error) {
	var listed []ListedDevice
	err := d.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		devices, err := tx.Devices().List(d.base.Now(), d.base.Now().Add(-revokedShown))
		if err != nil {
			return err
		}
		handed, err := tx.HandedVisits().List()
		listed = make([]ListedDevice, len(devices))
		for i, device := range devices {
			listed[i] = ListedDevice{Device: device, Handed: handed[device.ID]}
		}
		return err
	})
	return listed, err
}

// Rename gives a device another name. It refuses with
// loyalty.ErrDeviceNotFound.
func (d *Devices) Rename(ctx context.Context, actor usecase.Actor, id, name string) (loyalty.Device, error) {
	name, err := loyalty.CleanDeviceName(name)
	if err != nil {
		return loyalty.Device{}, err
	}
	return d.change(ctx, actor, id, func(tx *store.Tx, device *loyalty.Device) error {
		former := device.Name
		device.Name = name
		if err := tx.Devices().Rename(id, name); err != nil {
			return err
		}
		return d.base.Record(tx, actor.UserID, loyalty.ActionDeviceRenamed, id, former+" -> "+name)
	})
}

// Revoke ends what a device may do, at once. One that was revoked stays as it
// is. It refuses with loyalty.ErrDeviceNotFound.
func (d *Devices) Revoke(ctx context.Context, actor usecase.Actor, id string) (loyalty.Device, error) {
	return d.change(ctx, actor, id, func(tx *store.Tx, device *loyalty.Device) error {
		if device.IsRevoked() {
			return nil
		}
		device.RevokedAt = d.base.Now()
		if err := tx.Devices().Revoke(id, device.RevokedAt, actor.UserID); err != nil {
			return err
		}
		return d.base.Record(tx, actor.UserID, loyalty.ActionDeviceRevoked, id, device.Name)
	})
}

func (d *Devices) change(
	ctx context.Context, actor usecase.Actor, id string, change func(*store.Tx, *loyalty.Device) error,
) (loyalty.Device, error) {
	var device loyalty.Device
	err := d.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if device, err = tx.Devices().Lock(id); err != nil {
			return err
		}
		return change(tx, &device)
	})
	return device, err
}

// Get returns the device that holds a token, and false when none does. The
// database is asked every time, so that one ends at once.
func (d *Devices) Get(ctx context.Context, token string) (device loyalty.Device, known bool, err error) {
	err = d.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		device, known, err = tx.Devices().ByToken(d.tokens.deviceHash(token))
		return err
	})
	return device, known, err
}

// contacts are what devices have said of themselves and is not written yet.
type contacts struct {
	mu     sync.Mutex
	latest map[deviceOf]loyalty.Contact
}

type deviceOf struct{ businessID, id string }

// NoteContact notes that a device calls now. It writes nothing: KeepContacts does.
func (d *Devices) NoteContact(device loyalty.Device, contact loyalty.Contact) {
	contact.At = d.base.Now()
	d.contacts.mu.Lock()
	defer d.contacts.mu.Unlock()
	d.contacts.latest[deviceOf{device.BusinessID, device.ID}] = contact
}

// KeepContacts writes down which devices have called, from time to time until the
// context ends.
func (d *Devices) KeepContacts(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "upkeep of devices", First: contactsEvery, Every: contactsEvery, Run: d.WriteContacts})
}

// WriteContacts does once what KeepContacts does from time to time. What cannot be
// written now is said again by the next call.
func (d *Devices) WriteContacts(ctx context.Context) error {
	d.contacts.mu.Lock()
	latest := d.contacts.latest
	d.contacts.latest = map[deviceOf]loyalty.Contact{}
	d.contacts.mu.Unlock()
	if len(latest) == 0 {
		return nil
	}
	err := d.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		for device, contact := range latest {
			if err := tx.In(device.businessID).Devices().NoteContact(device.id, contact); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("writing down which devices have called: %w", err)
	}
	return nil
}

// forget removes devices whose code was never used, and used codes that have expired.
func (d *Devices) forget(ctx context.Context) error {
	return d.base.RunRemovals(ctx, []usecase.Removal{
		{Remove: usecase.RemoverOf((*store.PlatformTx).Devices, store.PlatformDevices.RemoveUnused), Before: d.base.Now()},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Devices, store.PlatformDevices.ForgetUsedCodes), Before: d.base.Now()},
	})
}
