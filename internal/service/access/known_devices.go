package access

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// KnownDevices recognizes devices that signed in before.
type KnownDevices struct {
	base     *usecase.Base
	tokens   tokens
	lastRead atomic.Value // cached generation
}

// Several users share a counter, so a device has up to MaxMarks marks.
const (
	MarkLifetime  = 180 * 24 * time.Hour
	MaxMarks      = 8
	markAccount   = 8
	markDevice    = 8
	markSignature = 16
	markLength    = markAccount + markDevice + 4 + markSignature

	secondsAnHour = 3600
)

// DeviceMarks has a device's marks, one per account, and the one that signs in.
type DeviceMarks struct {
	Marks   []string
	Account string // staff e-mail or customer's phone
}

// Identify returns the id of a device with a mark for the account. If the database fails, no device is known.
func (k *KnownDevices) Identify(ctx context.Context, d DeviceMarks) (device string, known bool) {
	if len(d.Marks) == 0 || k.readGeneration(ctx) != nil {
		return "", false
	}
	account := string(k.tokens.markOf(d.Account))
	for _, mark := range d.Marks {
		if read, ok := k.tokens.readMark(k.generation(), mark, k.base.Now()); ok && string(read.account) == account {
			return hex.EncodeToString(read.device), true
		}
	}
	return "", false
}

// IdentifyForAnyAccount returns the id of a device with a mark for any account. It reads no database, because it runs
// before floods are refused. It may accept old marks after EndAllSessions elsewhere, until Identify is called.
func (k *KnownDevices) IdentifyForAnyAccount(marks []string) (device string, known bool) {
	for _, mark := range marks {
		if read, ok := k.tokens.readMark(k.generation(), mark, k.base.Now()); ok {
			return hex.EncodeToString(read.device), true
		}
	}
	return "", false
}

// IssueMarks returns the marks that the browser keeps after a sign-in, newest first.
func (k *KnownDevices) IssueMarks(d DeviceMarks) []string {
	device, account := []byte(rand.Text())[:markDevice], k.tokens.markOf(d.Account)
	var others []string
	for _, mark := range d.Marks {
		read, ok := k.tokens.readMark(k.generation(), mark, k.base.Now())
		if ok {
			device = read.device
		}
		if ok && string(read.account) != string(account) && len(others) < MaxMarks-1 {
			others = append(others, mark)
		}
	}
	return append([]string{k.tokens.mark(k.generation(), account, device, k.base.Now())}, others...)
}

const marksSetting = "known-devices"

// generation is signed into marks. EndAllSessions replaces it, which invalidates older and forged marks.
func (k *KnownDevices) generation() string {
	generation, _ := k.lastRead.Load().(string)
	return generation
}

func (k *KnownDevices) readGeneration(ctx context.Context) error {
	err := k.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		generation, _, err := tx.Settings().Get(marksSetting)
		if err == nil {
			k.lastRead.Store(generation)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("reading the secret of known devices: %w", err)
	}
	return nil
}

func (k *KnownDevices) revokeAll(ctx context.Context) error {
	generation, err := k.base.IDs.Secret()
	if err != nil {
		return err
	}
	err = k.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Settings().Set(marksSetting, generation) })
	if err != nil {
		return fmt.Errorf("revoking known devices: %w", err)
	}
	k.lastRead.Store(generation)
	return nil
}

// mark is a keyed hash of the account, a random device id, an hour and a signature.
type mark struct{ account, device []byte }

func (t tokens) markOf(account string) []byte { return t.hmacBytes("mark of", account)[:markAccount] }

func (t tokens) mark(generation string, account, device []byte, now time.Time) string {
	head := slices.Concat(account, device)
	head = binary.BigEndian.AppendUint32(head, uint32(now.Unix()/secondsAnHour))
	return base64.RawURLEncoding.EncodeToString(append(head, t.signMark(generation, head)...))
}

// signMark signs a mark, without the first generation, "".
func (t tokens) signMark(generation string, head []byte) []byte {
	parts := []string{"mark", string(head)}
	if generation != "" {
		parts = append(parts, generation)
	}
	return t.hmacBytes(parts...)[:markSignature]
}

func (t tokens) readMark(generation, text string, now time.Time) (mark, bool) {
	bytes, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(bytes) != markLength {
		return mark{}, false
	}
	head, signature := bytes[:markLength-markSignature], bytes[markLength-markSignature:]
	if !hmac.Equal(signature, t.signMark(generation, head)) {
		return mark{}, false
	}
	since := time.Unix(int64(binary.BigEndian.Uint32(head[markAccount+markDevice:]))*secondsAnHour, 0)
	return mark{head[:markAccount], head[markAccount : markAccount+markDevice]}, now.Sub(since) < MarkLifetime
}
