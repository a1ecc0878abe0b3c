package access

import (
	"context"
	"fmt"
	"runtime"

	"github.com/alexedwards/argon2id"

	"axioma/internal/service/usecase"
)

// passwords hashes with Argon2id, at one of the costs that OWASP's Password
// Storage Cheat Sheet calls equal: the one that takes little memory. Each hash
// takes 9 MiB and some 25 ms, so few run at a time and the others wait for their
// turn.
//
// Nothing gives the 9 MiB back by hand. The collector takes more room while many
// sign in, and returns it to the system some minutes later; made to collect after
// each password it has to walk a heap that grows with the number of streams.
type passwords struct {
	params *argon2id.Params
	turns  *turns
	decoy  string // the hash that is compared for accounts that do not exist
}

// hashesAtOnce leaves a core for the check-ins, and bounds the memory on machines
// with many.
func hashesAtOnce() int { return min(max(runtime.GOMAXPROCS(0)-1, 1), 8) }

func newPasswords() (*passwords, error) {
	params := &argon2id.Params{Memory: 9 * 1024, Iterations: 4, Parallelism: 1, SaltLength: 16, KeyLength: 32}
	p := &passwords{
		params: params,
		turns:  newTurns(hashesAtOnce()),
		// A hash of nothing anybody knows, with the same cost as a real one.
		decoy: fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$MDEyMzQ1Njc4OWFiY2RlZg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
			params.Memory, params.Iterations, params.Parallelism),
	}
	if _, _, _, err := argon2id.DecodeHash(p.decoy); err != nil {
		return nil, fmt.Errorf("reading the decoy hash: %w", err)
	}
	return p, nil
}

// hash returns what is kept of a password. Like matches it refuses with
// loyalty.ErrBusy while too many wait.
func (p *passwords) hash(ctx context.Context, account, password string) (string, error) {
	done, err := p.turns.take(ctx, usecase.RequesterOf(ctx, account))
	if err != nil {
		return "", err
	}
	defer done()
	hash, err := argon2id.CreateHash(password, p.params)
	if err != nil {
		return "", fmt.Errorf("hashing a password: %w", err)
	}
	return hash, nil
}

// matches reports whether a password belongs to the hash of an account. An empty
// hash matches nothing and takes as long.
func (p *passwords) matches(ctx context.Context, account, password, hash string) (bool, error) {
	done, err := p.turns.take(ctx, usecase.RequesterOf(ctx, account))
	if err != nil {
		return false, err
	}
	defer done()
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
