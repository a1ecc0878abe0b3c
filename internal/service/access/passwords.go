package access

import (
	"context"
	"fmt"
	"runtime"

	"github.com/alexedwards/argon2id"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// passwords hashes with Argon2id at the low-memory cost of OWASP's Password Storage Cheat Sheet: 9 MiB and about 25 ms,
// limited by a fair semaphore. Forcing garbage collection per password would scan a heap that grows with the streams.
type passwords struct {
	params    *argon2id.Params
	semaphore *fairSemaphore
	decoy     string // hash compared for unknown accounts
	minimum   int    // characters that the operator demands of new passwords; 0: only what the rules say
}

// check refuses a new password that is shorter than least or the operator's minimum, or easily guessed.
func (p *passwords) check(field, password string, least int, known ...string) error {
	return loyalty.CheckPassword(field, password, p.shortest(least), known...)
}

// shortest returns the larger of least and the operator's minimum.
func (p *passwords) shortest(least int) int { return max(least, p.minimum) }

// drawTemporary returns a random password of at least four groups, and as long as the operator demands.
func (p *passwords) drawTemporary() (string, error) {
	drawn, err := drawGroups(max(4, (p.minimum+1+groupSize)/(groupSize+1)))
	if err != nil {
		return "", fmt.Errorf("making a temporary password: %w", err)
	}
	return drawn, nil
}

// maxConcurrentHashes leaves one core for check-ins and bounds the memory.
func maxConcurrentHashes() int { return min(max(runtime.GOMAXPROCS(0)-1, 1), 8) }

func newPasswords(minimum int) (*passwords, error) {
	params := &argon2id.Params{Memory: 9 * 1024, Iterations: 4, Parallelism: 1, SaltLength: 16, KeyLength: 32}
	p := &passwords{
		params:    params,
		minimum:   minimum,
		semaphore: newFairSemaphore(maxConcurrentHashes()),
		// The cost equals a real hash's.
		decoy: fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$MDEyMzQ1Njc4OWFiY2RlZg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
			params.Memory, params.Iterations, params.Parallelism),
	}
	if _, _, _, err := argon2id.DecodeHash(p.decoy); err != nil {
		return nil, fmt.Errorf("reading the decoy hash: %w", err)
	}
	return p, nil
}

// hash returns loyalty.ErrBusy when too many wait, as matches does.
func (p *passwords) hash(ctx context.Context, account, password string) (string, error) {
	done, err := p.semaphore.acquire(ctx, usecase.RequesterOf(ctx, account))
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

// matches compares a password with a hash. An empty hash matches nothing and takes as long.
func (p *passwords) matches(ctx context.Context, account, password, hash string) (bool, error) {
	done, err := p.semaphore.acquire(ctx, usecase.RequesterOf(ctx, account))
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
