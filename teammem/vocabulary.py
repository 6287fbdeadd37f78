"""The words of the product as constants. This module imports nothing.

Source of each: the word list in docs/reference/words.md.
"""

DISTRIBUTION = "git-teammem"
COMMAND = "teammem"
HOOK_COMMAND = "teammem-hook"
REPOSITORY = "https://github.com/git-teammem/git-teammem"

TIER_USER = "user"
TIER_PROJECT = "project"
TIER_TEAM = "team"
TIERS = (TIER_USER, TIER_PROJECT, TIER_TEAM)
PRIVATE_TIERS = (TIER_USER, TIER_PROJECT)

TYPE_USER = "user"
TYPE_FEEDBACK = "feedback"
TYPE_PROJECT = "project"
TYPE_REFERENCE = "reference"
TYPES = (TYPE_USER, TYPE_FEEDBACK, TYPE_PROJECT, TYPE_REFERENCE)

STATUS_PLAIN = "plain"
STATUS_CANDIDATE = "candidate"
STATUS_VERIFIED = "verified"
STATUS_DISPUTED = "disputed"
STATUS_RETIRED = "retired"
STATUSES = (STATUS_PLAIN, STATUS_CANDIDATE, STATUS_VERIFIED, STATUS_DISPUTED, STATUS_RETIRED)

SCOPE_REPOSITORY = "repository"
SCOPE_WORKTREE = "worktree"
SCOPE_DIRECTORY = "directory"
SCOPES = (SCOPE_REPOSITORY, SCOPE_WORKTREE, SCOPE_DIRECTORY)

ACTOR_PERSON = "person"
ACTOR_AGENT = "agent"
ACTOR_TRAILER = "Teammem-Actor"

ROOT_NAME = ".teammem"
QWEN_FOLDER = ".qwen"
QWEN_ROOT_NAME = "team-memory"
PINNED = "pinned"
TOMBSTONES = "tombstones"
ALLOW = "allow"
CONFIG_FILE = "config.yaml"
README = "README.md"
ATTRIBUTES = ".gitattributes"
INDEX_FILE = "MEMORY.md"
NOT_MEMORIES = ("readme.md", "memory.md")
MEMORY_SUFFIX = ".md"
RECORD_SUFFIX = ".yaml"

MAX_MEMORY_BYTES = 1024 * 1024
MAX_MEMORIES_PER_ROOT = 100_000
STALE_AFTER_DAYS = 30

HOOK_STAGED = "teammem-guard"
HOOK_PUSH = "teammem-guard-push"
HOOK_FINAL = "teammem-guard-final"
HOOK_LINT = "teammem-lint"
