package access

import (
	"crypto/hmac"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"time"

	"axioma/internal/service/act"
)

// KnownDevices tell devices on which somebody has signed in from others.
type KnownDevices struct {
	*act.Base
	tokens tokens
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
// when nobody has signed in to it there, or not for long.
func (k *KnownDevices) Known(d KnownDevice) (device string, known bool) {
	account := string(k.tokens.markOf(d.Account))
	for _, mark := range d.Marks {
		if read, ok := k.tokens.readMark(mark, k.Now()); ok && string(read.account) == account {
			return hex.EncodeToString(read.device), true
		}
	}
	return "", false
}

// KnownToSomebody is Known, whichever the account is.
func (k *KnownDevices) KnownToSomebody(marks []string) (device string, known bool) {
	for _, mark := range marks {
		if read, ok := k.tokens.readMark(mark, k.Now()); ok {
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
		read, ok := k.tokens.readMark(mark, k.Now())
		if ok {
			device = read.device
		}
		if ok && string(read.account) != string(account) && len(others) < MostKnown-1 {
			others = append(others, mark)
		}
	}
	return append([]string{k.tokens.mark(account, device, k.Now())}, others...)
}

// mark is what a device keeps of an account: a keyed hash of the account, a random
// name of the device, the hour, and our signature of the three.
type mark struct{ account, device []byte }

func (t tokens) markOf(account string) []byte { return t.keyedBytes("mark of", account)[:markAccount] }

func (t tokens) mark(account, device []byte, now time.Time) string {
	head := slices.Concat(account, device)
	head = binary.BigEndian.AppendUint32(head, uint32(now.Unix()/secondsAnHour))
	return base64.RawURLEncoding.EncodeToString(append(head, t.keyedBytes("mark", string(head))[:markSignature]...))
}

// readMark returns a mark that we have signed and that still holds.
func (t tokens) readMark(text string, now time.Time) (mark, bool) {
	bytes, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(bytes) != markLength {
		return mark{}, false
	}
	head, signature := bytes[:markLength-markSignature], bytes[markLength-markSignature:]
	if !hmac.Equal(signature, t.keyedBytes("mark", string(head))[:markSignature]) {
		return mark{}, false
	}
	since := time.Unix(int64(binary.BigEndian.Uint32(head[markAccount+markDevice:]))*secondsAnHour, 0)
	return mark{head[:markAccount], head[markAccount : markAccount+markDevice]}, now.Sub(since) < KnownFor
}
