package service

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/alexedwards/argon2id"
)

// passwords hashes with Argon2id, at one of the costs that OWASP's Password
// Storage Cheat Sheet calls equal: the one that takes little memory. Each hash
// takes 9 MiB and some 25 ms, so one runs at a time and the others wait: people
// sign in once a day.
type passwords struct {
	params *argon2id.Params
	turn   chan struct{}
	decoy  string // the hash that is compared for accounts that do not exist
}

func newPasswords() (*passwords, error) {
	params := &argon2id.Params{Memory: 9 * 1024, Iterations: 4, Parallelism: 1, SaltLength: 16, KeyLength: 32}
	p := &passwords{
		params: params,
		turn:   make(chan struct{}, 1),
		// A hash of nothing anybody knows, with the same cost as a real one.
		decoy: fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$MDEyMzQ1Njc4OWFiY2RlZg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
			params.Memory, params.Iterations, params.Parallelism),
	}
	if _, _, _, err := argon2id.DecodeHash(p.decoy); err != nil {
		return nil, fmt.Errorf("reading the decoy hash: %w", err)
	}
	return p, nil
}

func (p *passwords) hash(ctx context.Context, password string) (string, error) {
	if err := p.enter(ctx); err != nil {
		return "", err
	}
	defer p.leave()
	hash, err := argon2id.CreateHash(password, p.params)
	if err != nil {
		return "", fmt.Errorf("hashing a password: %w", err)
	}
	return hash, nil
}

// matches reports whether a password belongs to a hash. An empty hash matches
// nothing and takes as long.
func (p *passwords) matches(ctx context.Context, password, hash string) (bool, error) {
	if err := p.enter(ctx); err != nil {
		return false, err
	}
	defer p.leave()
	compared := hash
	if compared == "" {
		compared = p.decoy
	}
	match, err := argon2id.ComparePasswordAndHash(password, compared)
	if err != nil {
		return false, fmt.Errorf("comparing a password: %w", err)
	}
	return match && hash != "", nil
}

func (p *passwords) enter(ctx context.Context) error {
	select {
	case p.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting to check a password: %w", ctx.Err())
	}
}

// leave lets the next one hash. The memory goes back first: a collector that
// has seen those 9 MiB in use would let the heap grow to twice as much.
func (p *passwords) leave() {
	debug.FreeOSMemory()
	<-p.turn
}
