package store

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"strconv"
	"time"
)

// ChainBlock seals rows and events (decision 0049).
type ChainBlock struct {
	Number   int64  // from 1; zero: no block
	Previous string // hash of the block before
	Hash     string
	SealedAt time.Time
	EventsTo int64 // last sealed position

	newestEvent int64  // milliseconds; zero: no event
	backlog     string // cursor of older rows
	eventsHash  string
	rowsHash    string
	eventSeals  string
	rowSeals    string
}

// ChainHead is a chain's last block.
type ChainHead struct {
	BusinessID string `json:"business"`
	Number     int64  `json:"number"`
	Hash       string `json:"hash"`
}

// The backlog is the rows older than the chain: visits by id, then rewards.
const (
	backlogVisits  = "visits:"
	backlogRewards = "rewards:"
	backlogDone    = ""
)

// IsComplete reports whether the backlog is sealed.
func (b ChainBlock) IsComplete() bool { return b.Number > 0 && b.backlog == backlogDone }

func (b ChainBlock) cursor() string {
	if b.Number == 0 {
		return backlogVisits
	}
	return b.backlog
}

func (b *ChainBlock) link(businessID string, last ChainBlock, rows []rowSeal, events []eventSeal) {
	b.Number, b.Previous = last.Number+1, last.Hash
	b.rowSeals, b.eventSeals = encodeRowSeals(rows), encodeEventSeals(events)
	b.rowsHash, b.eventsHash = hashText(b.rowSeals), hashText(b.eventSeals)
	b.Hash = b.computeHash(businessID)
}

// computeHash includes the event seals' hash: the seals are removed later.
func (b ChainBlock) computeHash(businessID string) string {
	sum := newCanonicalHash("axioma chain block 1")
	for _, text := range []string{businessID, b.Previous, b.backlog, b.eventsHash, b.rowsHash} {
		sum.addText(text)
	}
	for _, number := range []int64{b.Number, b.SealedAt.UnixMilli(), b.EventsTo, b.newestEvent} {
		sum.addText(strconv.FormatInt(number, 10))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func hashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// canonicalHash writes each field's length, so that different lists hash differently.
type canonicalHash struct{ hash.Hash }

func newCanonicalHash(domain string) canonicalHash {
	sum := canonicalHash{sha256.New()}
	sum.addText(domain)
	return sum
}

func (c canonicalHash) addText(text string) {
	var length [9]byte
	length[0] = 1
	binary.BigEndian.PutUint64(length[1:], uint64(len(text)))
	c.Write(length[:])
	c.Write([]byte(text))
}

func (c canonicalHash) addNull() { c.Write([]byte{0}) }

// rowDigest is half of a SHA-256: a second preimage takes 2^128 attempts.
type rowDigest [16]byte

func (c canonicalHash) digest() (d rowDigest) {
	copy(d[:], c.Sum(nil))
	return d
}

type chainedTable byte

const (
	chainedVisits  chainedTable = 'v'
	chainedRewards chainedTable = 'r'
)

func (t chainedTable) noun() string {
	if t == chainedVisits {
		return "visit"
	}
	return "reward"
}

type sealKind byte

const (
	sealedRow  sealKind = 0
	removedRow sealKind = 1 // removed by an act
	missingRow sealKind = 2 // named by an event, but not found
)

// rowSeal is a row's state at its block; the newest is the present state.
type rowSeal struct {
	table       chainedTable
	id          string
	kind        sealKind
	fixedDigest rowDigest
	stateDigest rowDigest
}

type eventSeal struct {
	position, number int64
	at               int64 // milliseconds
	digest           rowDigest
}

func encodeRowSeals(seals []rowSeal) string {
	var data []byte
	for _, seal := range seals {
		data = append(data, byte(seal.table), byte(seal.kind))
		data = binary.AppendUvarint(data, uint64(len(seal.id)))
		data = append(data, seal.id...)
		data = append(data, seal.fixedDigest[:]...)
		data = append(data, seal.stateDigest[:]...)
	}
	return base64.RawStdEncoding.EncodeToString(data)
}

func encodeEventSeals(seals []eventSeal) string {
	var data []byte
	for _, seal := range seals {
		data = binary.AppendVarint(data, seal.position)
		data = binary.AppendVarint(data, seal.number)
		data = binary.AppendVarint(data, seal.at)
		data = append(data, seal.digest[:]...)
	}
	return base64.RawStdEncoding.EncodeToString(data)
}

var errSeals = errors.New("the seals cannot be read")

func decodeRowSeals(text string) ([]rowSeal, error) {
	rest, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSeals, err)
	}
	var seals []rowSeal
	for len(rest) > 0 {
		if len(rest) < 2 {
			return nil, errSeals
		}
		seal := rowSeal{table: chainedTable(rest[0]), kind: sealKind(rest[1])}
		length, size := binary.Uvarint(rest[2:])
		if size <= 0 {
			return nil, errSeals
		}
		rest = rest[2+size:]
		if length > uint64(len(rest)) || uint64(len(rest))-length < 2*uint64(len(seal.fixedDigest)) {
			return nil, errSeals
		}
		seal.id, rest = string(rest[:length]), rest[length:]
		rest = rest[copy(seal.fixedDigest[:], rest):]
		rest = rest[copy(seal.stateDigest[:], rest):]
		seals = append(seals, seal)
	}
	return seals, nil
}

func decodeEventSeals(text string) ([]eventSeal, error) {
	rest, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSeals, err)
	}
	var seals []eventSeal
	for len(rest) > 0 {
		var seal eventSeal
		for _, number := range []*int64{&seal.position, &seal.number, &seal.at} {
			value, size := binary.Varint(rest)
			if size <= 0 {
				return nil, errSeals
			}
			*number, rest = value, rest[size:]
		}
		if len(rest) < len(seal.digest) {
			return nil, errSeals
		}
		rest = rest[copy(seal.digest[:], rest):]
		seals = append(seals, seal)
	}
	return seals, nil
}
