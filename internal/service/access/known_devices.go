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

// KnownDevices tell devices on which somebody has signed in from others.
type KnownDevices struct {
	base     *usecase.Base
	tokens   tokens
	lastRead atomic.Value // the generation of the marks, a string
}

// How long a device is known on which somebody has signed in, and of how many
// accounts: those of a counter that its staff share.
const (
	KnownFor      = 180 * 24 * time.Hour
	MostKnown     = 8
	markAccount   = 8
	markDevice    = 8
	markSignature = 16
	markLength    = markAccount + markDevice + 4 + markSignature

	secondsAnHour = 3600
)

// KnownDevice is a device on which somebody has signed in to an account, by the
// marks that it keeps: one for each account. It tells neither whose they are.
type KnownDevice struct {
	Marks   []string
	Account string // the staff's e-mail or a customer's phone, as the limits name it
}

// Known returns what tells the device from others that know the account, and false
// when nobody has signed in to it there, or not for long. While the database cannot be
// read no device is known; then nothing is tried either.
func (k *KnownDevices) Known(ctx context.Context, d KnownDevice) (device string, known bool) {
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

// KnownToSomebody is Known, whichever the account is. It does not read the database, since it
// is asked before a flood is refused: after EndAllSessions in another process it may accept
// marks of before until Known is called.
func (k *KnownDevices) KnownToSomebody(marks []string) (device string, known bool) {
	for _, mark := range marks {
		if read, ok := k.tokens.readMark(k.generation(), mark, k.base.Now()); ok {
			return hex.EncodeToString(read.device), true
		}
	}
	return "", false
}

// Remember returns the marks of a device on which somebody has just signed in to
// an account, the newest first.
func (k *KnownDevices) Remember(d KnownDevice) []string {
	device, account := []byte(rand.Text())[:markDevice], k.tokens.markOf(d.Account)
	var others []string
	for _, mark := range d.Marks {
		read, ok := k.tokens.readMark(k.generation(), mark, k.base.Now())
		if ok {
			device = read.device
		}
		if ok && string(read.account) != string(account) && len(others) < MostKnown-1 {
			others = append(others, mark)
		}
	}
	return append([]string{k.tokens.mark(k.generation(), account, device, k.base.Now())}, others...)
}

// marksSetting is the setting with the secret generation of the marks; none: the first one.
const marksSetting = "known-devices"

// generation is a secret that marks are signed with beside the key, as it was read last.
// EndAllSessions draws another one: marks of before are valid no more, and the holder of an
// old key forges none.
func (k *KnownDevices) generation() string {
	generation, _ := k.lastRead.Load().(string)
	return generation
}

// readGeneration reads the generation.
func (k *KnownDevices) readGeneration(ctx context.Context) error {
	err := k.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		generation, _, err := tx.Settings().Get(marksSetting)
		if err == nil {
			k.lastRead.Store(generation)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("reading which devices are known: %w", err)
	}
	return nil
}

// forgetAll makes every device unknown.
func (k *KnownDevices) forgetAll(ctx context.Context) error {
	generation, err := k.base.IDs.Secret()
	if err != nil {
		return err
	}
	err = k.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Settings().Set(marksSetting, generation) })
	if err != nil {
		return fmt.Errorf("forgetting the known devices: %w", err)
	}
	k.lastRead.Store(generation)
	return nil
}

// mark is what a device keeps of an account: a keyed hash of the account, a random
// name of the device, the hour, and our signature of the three.
type mark struct{ account, device []byte }

func (t tokens) markOf(account string) []byte { return t.keyedBytes("mark of", account)[:markAccount] }

func (t tokens) mark(generation string, account, device []byte, now time.Time) string {
	head := slices.Concat(account, device)
	head = binary.BigEndian.AppendUint32(head, uint32(now.Unix()/secondsAnHour))
	return base64.RawURLEncoding.EncodeToString(append(head, t.signMark(generation, head)...))
}

// signMark signs the head of a mark. Marks of the first generation carry none.
func (t tokens) signMark(generation string, head []byte) []byte {
	parts := []string{"mark", string(head)}
	if generation != "" {
		parts = append(parts, generation)
	}
	return t.keyedBytes(parts...)[:markSignature]
}

// readMark returns a mark that we have signed and that still holds.
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
	return mark{head[:markAccount], head[markAccount : markAccount+markDevice]}, now.Sub(since) < KnownFor
}
