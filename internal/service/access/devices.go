package access

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Devices manages counters' named devices.
type Devices struct {
	base     *usecase.Base
	tokens   tokens
	contacts contactBuffer
}

const (
	contactInterval   = time.Minute
	revokedListPeriod = 30 * 24 * time.Hour
)

// NewDevice is a device with its enrolment code.
type NewDevice struct {
	loyalty.Device
	Code string
}

// EnrolledDevice is a device with its token.
type EnrolledDevice struct {
	loyalty.Device
	Token string
}

// ListedDevice is a device with the visits handed over.
type ListedDevice struct {
	loyalty.Device
	HandoverVisits []store.ListedHandoverVisit
}

// Add creates a device and returns a code that enrols one browser.
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

// Enrol exchanges a code for a token. The same requester may repeat it after a lost response; without one, a code works
// once. Error: loyalty.ErrDeviceCode.
func (d *Devices) Enrol(ctx context.Context, requester, code string) (EnrolledDevice, error) {
	token, err := d.tokenFor(requester, code)
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

// tokenFor derives a device's token from the code, so that a repeated call returns it although it is not stored.
// Without a requester it is random.
func (d *Devices) tokenFor(requester, code string) (string, error) {
	if requester == "" {
		return d.base.IDs.Secret()
	}
	return loyalty.DeviceToken(d.tokens.hmacBytes("device-token", code, requester))
}

func (d *Devices) enrol(tx *store.PlatformTx, codeHash, tokenHash string) (loyalty.Device, error) {
	device, err := tx.Devices().Enrol(codeHash, tokenHash, d.base.Now())
	if err == nil {
		return device, d.base.Record(tx.In(device.BusinessID), "", loyalty.ActionDeviceEnrolled, device.ID, "")
	}
	if !errors.Is(err, loyalty.ErrDeviceCode) {
		return device, err
	}
	device, enrolled, err := tx.Devices().FindEnrolled(codeHash, tokenHash, d.base.Now())
	if err == nil && !enrolled {
		err = loyalty.ErrDeviceCode
	}
	return device, err
}

// List returns the devices by name. Revoked ones stay for revokedListPeriod, or while a visit is undecided.
func (d *Devices) List(ctx context.Context, actor usecase.Actor) ([]ListedDevice, error) {
	var list []ListedDevice
	err := d.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		devices, err := tx.Devices().List(d.base.Now(), d.base.Now().Add(-revokedListPeriod))
		if err != nil {
			return err
		}
		handovers, err := tx.HandoverVisits().List()
		list = make([]ListedDevice, len(devices))
		for i, device := range devices {
			list[i] = ListedDevice{Device: device, HandoverVisits: handovers[device.ID]}
		}
		return err
	})
	return list, err
}

// Rename renames a device, or returns loyalty.ErrDeviceNotFound.
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

// Revoke revokes a device at once, and may be repeated. Error: loyalty.ErrDeviceNotFound.
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

// Get returns a token's device. It reads the database, so that a revocation acts at once.
func (d *Devices) Get(ctx context.Context, token string) (device loyalty.Device, known bool, err error) {
	err = d.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		device, known, err = tx.Devices().ByToken(d.tokens.deviceHash(token))
		return err
	})
	return device, known, err
}

type contactBuffer struct {
	mu     sync.Mutex
	latest map[deviceKey]loyalty.Contact
}

type deviceKey struct{ businessID, id string }

func (k deviceKey) compare(other deviceKey) int {
	return cmp.Or(strings.Compare(k.businessID, other.businessID), strings.Compare(k.id, other.id))
}

// RecordContact buffers a contact for WriteContacts.
func (d *Devices) RecordContact(device loyalty.Device, contact loyalty.Contact) {
	contact.At = d.base.Now()
	d.contacts.mu.Lock()
	defer d.contacts.mu.Unlock()
	d.contacts.latest[deviceKey{device.BusinessID, device.ID}] = contact
}

// WriteContactsPeriodically runs until the context ends.
func (d *Devices) WriteContactsPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "maintenance of devices", First: contactInterval, Every: contactInterval, Run: d.WriteContacts})
}

// WriteContacts writes buffered contacts. It does not retry, because devices report again.
func (d *Devices) WriteContacts(ctx context.Context) error {
	d.contacts.mu.Lock()
	latest := d.contacts.latest
	d.contacts.latest = map[deviceKey]loyalty.Contact{}
	d.contacts.mu.Unlock()
	err := writeBatches(ctx, d.base, slices.SortedFunc(maps.Keys(latest), deviceKey.compare), func(tx *store.PlatformTx, device deviceKey) error {
		return tx.In(device.businessID).Devices().NoteContact(device.id, latest[device])
	}, func([]deviceKey) {})
	if err != nil {
		return fmt.Errorf("storing device contacts: %w", err)
	}
	return nil
}

func (d *Devices) removeExpired(ctx context.Context) error {
	return d.base.RunRemovals(ctx, []usecase.Removal{
		{Remove: usecase.RemoverOf((*store.PlatformTx).Devices, store.PlatformDevices.RemoveUnused), Before: d.base.Now()},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Devices, store.PlatformDevices.ForgetUsedCodes), Before: d.base.Now()},
	})
}
