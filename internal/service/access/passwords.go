package access

import (
	"context"
	"fmt"
	"runtime"

	"github.com/alexedwards/argon2id"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// passwords hashes with Argon2id at OWASP's low-memory cost (Password Storage Cheat Sheet): 9 MiB and 25 ms. There is
// no garbage collection per hash: it would scan a heap that grows with the streams.
type passwords struct {
	params    *argon2id.Params
	semaphore *fairSemaphore
	decoy     string // hash to compare with if the account is unknown
	minimum   int    // of new passwords; 0: only the rules
}

func (p *passwords) check(field, password string, least int, facts ...string) error {
	return loyalty.CheckPassword(field, password, p.shortest(least), facts...)
}

func (p *passwords) shortest(least int) int { return max(least, p.minimum) }

func (p *passwords) drawTemporary() (string, error) {
	text, err := drawGroups(max(4, (p.minimum+1+groupSize)/(groupSize+1)))
	if err != nil {
		return "", fmt.Errorf("making a temporary password: %w", err)
	}
	return text, nil
}

// maxConcurrentHashes leaves a core for check-ins, and limits memory.
func maxConcurrentHashes() int { return min(max(runtime.GOMAXPROCS(0)-1, 1), 8) }

func newPasswords(minimum int) (*passwords, error) {
	params := &argon2id.Params{Memory: 9 * 1024, Iterations: 4, Parallelism: 1, SaltLength: 16, KeyLength: 32}
	p := &passwords{
		params:    params,
		minimum:   minimum,
		semaphore: newFairSemaphore(maxConcurrentHashes()),
		// The decoy costs as much as a real hash.
		decoy: fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$MDEyMzQ1Njc4OWFiY2RlZg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
			params.Memory, params.Iterations, params.Parallelism),
	}
	if _, _, _, err := argon2id.DecodeHash(p.decoy); err != nil {
		return nil, fmt.Errorf("reading the decoy hash: %w", err)
	}
	return p, nil
}

// hash returns the password's hash. Like matches, it returns loyalty.ErrBusy if too many callers wait.
func (p *passwords) hash(ctx context.Context, account, password string) (string, error) {
	release, err := p.semaphore.acquire(ctx, usecase.RequesterOf(ctx, account))
	if err != nil {
		return "", err
	}
	defer release()
	hash, err := argon2id.CreateHash(password, p.params)
	if err != nil {
		return "", fmt.Errorf("hashing a password: %w", err)
	}
	return hash, nil
}

// matches is false for an empty hash, and takes as long.
func (p *passwords) matches(ctx context.Context, account, password, hash string) (bool, error) {
	release, err := p.semaphore.acquire(ctx, usecase.RequesterOf(ctx, account))
	if err != nil {
		return false, err
	}
	defer release()
	comparedHash := hash
	if comparedHash == "" {
		comparedHash = p.decoy
	}
	match, err := argon2id.ComparePasswordAndHash(password, comparedHash)
	if err != nil {
		return false, fmt.Errorf("comparing a password: %w", err)
	}
	return match && hash != "", nil
}
